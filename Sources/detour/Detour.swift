@main
struct Detour {
  static func main() {}
}
