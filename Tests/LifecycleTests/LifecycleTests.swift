import Lifecycle
import Testing
