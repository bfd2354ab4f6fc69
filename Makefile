# The verbs of this project. `make demo` and `make test` are all that a new machine needs.

.PHONY: setup build install uninstall demo test test-of benchmarks test-full test-cluster fuzz fuzz-turn fuzz-build test-swift test-python python-ready wheel wheel-check attack lint format \
  coverage sanitize sanitize-unsafe sanitize-thread bench figures bench-gate peers reference literature fingerprints program docs deb deb-check \
  rounding rounding-arm site paper version release release-check container-check clean

# The compiler spends an eighth of its time in the allocator; half of that with more than 7 free blocks of each size at hand.
# Other C libraries than glibc do not read the setting.
SWIFT ?= env GLIBC_TUNABLES=glibc.malloc.tcache_count=65535 swift

# Installs what is missing through apt.
setup:
	@Scripts/setup.sh

build: setup
	$(SWIFT) build $(BUILD) --product detour

# The build of everything except the sanitizers and coverage: optimised unless cold (Package.swift), and with its
# internals open to tests, so that `make demo`, `install`, `test` and the gate compile no module twice.
BUILD = -c release

# The program, its manual, completions and scenarios below PREFIX: docs/install.md. DESTDIR stands before it for packages.
PREFIX ?= $(HOME)/.local
install: build
	@Scripts/install.sh .build/release/detour "$(DESTDIR)$(PREFIX)"
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "$(PREFIX)/bin is not on the PATH: add it" ;; esac

# Removes what `make install` put there, and nothing else.
uninstall:
	@Scripts/install.sh --remove "$(DESTDIR)$(PREFIX)"

# Runs the default scenario, makes its page, and prints where the files are.
demo: setup
	@[ -x .build/release/detour ] || echo 'building detour: about 40 modules, a few minutes, only the first time'
	@$(SWIFT) build $(BUILD) --product detour
	@.build/release/detour run Scenarios/quickstart.json5 --record tracks --out Results/quickstart --force
	@printf 'page         '; .build/release/detour report Results/quickstart

# Tests are built with the program that `make demo` has built, and without the programs that measure. `swift test` would require testable
# imports once more, by another option than Package.swift, and compile every module a second time.
TEST_SWIFT = DETOUR_BUILD=tests $(SWIFT)
TEST_BUILD = $(BUILD) --scratch-path $(CURDIR)/.build
TEST_ALIKE = --disable-testable-imports
TEST_RUN = Scripts/in_memory.sh Scripts/run_tests.sh $(CURDIR)/.build/release/detourPackageTests.xctest

# All tests, the example package, which uses the modules already built, and the Python package in parallel. TEST_OPTIONS: such as
# `--filter RadiusTests`.
test: setup
	@$(MAKE) --no-print-directory --jobs=2 test-python test-swift

test-swift: python-ready program
	$(TEST_SWIFT) build $(TEST_BUILD) --package-path Examples/CustomPolicy
	$(TEST_SWIFT) build $(TEST_BUILD) --build-tests
	$(TEST_RUN) $(TEST_OPTIONS)

# The tests of one module alone, as after an edit: make test-of MODULE=Matching
test-of: setup
	@[ -n "$(MODULE)" ] || { echo "which module? as in: make test-of MODULE=Matching" >&2; exit 64; }
	@[ -d Tests/$(MODULE)Tests ] || { echo "there is no Tests/$(MODULE)Tests" >&2; exit 64; }
	DETOUR_TESTS=$(MODULE)Tests Scripts/in_memory.sh $(SWIFT) test $(TEST_BUILD) $(TEST_ALIKE) --disable-xctest $(TEST_OPTIONS)

# The programs that measure one thing beside a peer, which no test runs.
benchmarks: setup
	$(SWIFT) build $(BUILD)

# The Python package, with the program that the tests of Swift drive. Its environment lies in .build/python-venv; where pip cannot
# fetch what the tests need, they are left out, and it says so. All that they say is shown where one fails.
PYTHON = .build/python-venv/bin/python
PYTHON_READY = .build/python-venv/ready
test-python: python-ready program
	@if ! $(MAKE) --question $(PYTHON_READY); then \
	  echo "the tests of the Python package were left out: pip could not fetch what they need" >&2; \
	elif DETOUR_PROGRAM=$(PROGRAM) Scripts/in_memory.sh $(PYTHON) -m pytest -q -p no:cacheprovider Python/tests >.build/python-tests.log 2>&1; then \
	  echo "Python package: $$(tail -n 1 .build/python-tests.log)"; \
	else cat .build/python-tests.log; exit 1; fi

python-ready: setup
	@$(MAKE) --no-print-directory $(PYTHON_READY) || true

$(PYTHON_READY): Python/pyproject.toml
	python3 -m venv .build/python-venv
	DETOUR_PROGRAM=/bin/true $(PYTHON) -m pip install --quiet --disable-pip-version-check --editable 'Python[test]'
	touch $@

# The Python package with the program for other machines in it, in Python/dist.
wheel: setup
	@Scripts/make_wheel.sh

# The wheel in a Debian that has nothing else (as root; it makes one by debootstrap in .build/wheel-check).
wheel-check: wheel
	@Scripts/wheel_check.sh

# The known answers with their full number of samples (half an hour), and the literature with a few replications.
test-full: program
	DETOUR_FULL_VALIDATION=1 $(MAKE) --no-print-directory test-python
	$(TEST_SWIFT) build $(TEST_BUILD) --build-tests
	DETOUR_FULL_VALIDATION=1 $(TEST_RUN)
	python3 Scripts/literature.py --short --detour $(PROGRAM)

# Studies on a Slurm cluster of two nodes that is started for it, with what it says; `make test` does the same where Slurm is.
test-cluster: program
	python3 -B Tests/Cluster/test_slurm.py $(PROGRAM)

# Every reader on bytes that the fuzzer makes up, for FUZZ_SECONDS each; it stops at the first crash, leak or hang.
FUZZ_SECONDS ?= 120
FUZZ_READERS = $(ADDRESS_FOLDER)/release/FuzzReaders
fuzz: fuzz-build
	Tests/Fuzz/run.sh $(FUZZ_READERS) $(FUZZ_SECONDS)

# The readers that have changed, and a third of the others, as CI does.
fuzz-turn: fuzz-build
	Tests/Fuzz/turn.sh $(FUZZ_READERS)

# The fuzzed readers and the tests of unsafe memory share one build: optimised, with the address sanitizer, every assertion, and the
# coverage counters that guide the fuzzer. Only the readers are linked with the fuzzer, whose `main` would clash with that of the tests.
COVERAGE = indirect-calls,trace-cmp,inline-8bit-counters,pc-table
ADDRESS_FOLDER = $(CURDIR)/.build/address
ADDRESS_SWIFT = DETOUR_BUILD=address $(SWIFT)
ADDRESS_BUILD = -c release --sanitize=address -Xswiftc -sanitize-coverage=edge,$(COVERAGE) -Xcc -fsanitize-coverage=$(COVERAGE) \
  -Xswiftc -enable-testing -Xswiftc -DDEBUG -Xswiftc -assert-config -Xswiftc Debug --scratch-path $(ADDRESS_FOLDER)

fuzz-build: setup
	$(ADDRESS_SWIFT) build $(ADDRESS_BUILD) --package-path Tests/Fuzz

# The layout of the code, the figures in README.md and Benchmarks/README.md, docs/literature.md, and the diagram of modules in CONTRIBUTING.md.
lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks Examples
	python3 Scripts/readme_figures.py --check
	python3 Scripts/literature.py --check
	python3 Scripts/research/ranges.py --check
	python3 Scripts/draw_layers.py --check
	python3 Scripts/check_quoting.py
	python3 Scripts/paper.py --check

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks Examples

# Line coverage of Sources, the total printed last.
coverage: setup
	@Scripts/coverage.sh

# The tests of what touches unsafe memory, with the address sanitizer: tables, processes, prepared networks, their readers and
# searches, and the scans and bounds of candidates. All tests of these modules take five times as long.
UNSAFE = TablesTests|ProcessesTests|MetricsTests.(ResultTablesTests|CarpoolRunLogsTests|FiguresTests)|RoadNetworkTests.(ArchiveTests|NetworkArchiveTests|ForgedArchiveTests|GMNSReaderTests|DIMACSReaderTests|OSMReaderTests|ReaderFuzzTests|PathFinderTests|SweepSearchTests|LabelWalkTests|HubColumnsTests|BoundsTests)|SpacesTests.CornersTests|MatchingTests.(DetourBoundTests|FinderTests|CandidateScanTests|KnownSightsTests|LegScanTests|BoundQueueTests|HoldingRowsTests)|QuantitiesTests.FixedListTests|StatisticsTests.GaussianProcessTests
sanitize-unsafe: setup
	export DETOUR_TESTS="$$(echo '$(UNSAFE)' | tr -c 'A-Za-z\n' ' ')" && $(ADDRESS_SWIFT) build $(ADDRESS_BUILD) --product detourPackageTests && \
	  $(ADDRESS_SWIFT) test $(ADDRESS_BUILD) --skip-build --disable-xctest --filter '^($(UNSAFE))'

# The tests of what several threads share, with the thread sanitizer: crews, searches that are divided, windows.
THREADS = MatchingTests.(DividedScanTests|CrewTests)|SimulationTests.SearchTeamTests
sanitize-thread: setup
	DETOUR_TESTS="$$(echo '$(THREADS)' | tr -c 'A-Za-z\n' ' ')" $(SWIFT) test --disable-xctest --sanitize=thread --scratch-path .build/thread --filter '^($(THREADS))'

# The elementary functions against MPFR (ROUNDING results of each), and beside the C library's; the same bits from code for 64-bit ARM.
ROUNDING ?= 10000000
rounding: setup
	@mkdir -p .build
	Tests/Rounding/build.sh .build/rounding
	.build/rounding prove $(ROUNDING)
	.build/rounding price

rounding-arm: setup
	@Tests/Rounding/arm.sh

# Hostile and unlucky users from outside: kills, names, damaged folders.
attack: build
	python3 Tests/Verifier/attack.py kills 200
	python3 Tests/Verifier/attack.py studies 1000
	python3 Tests/Verifier/attack.py names 200
	python3 Tests/Verifier/attack.py festivals 200
	python3 Tests/Verifier/attack.py registers 200
	python3 Tests/Verifier/attack.py carpools 200
	python3 Tests/Verifier/attack.py folders 2000
	python3 Tests/Verifier/attack.py fields 200

# All tests without optimisation, with the address sanitizer, then with the thread sanitizer.
sanitize: setup
	$(SWIFT) test --disable-xctest --sanitize=address --scratch-path $(ADDRESS_FOLDER)
	$(SWIFT) test --disable-xctest --sanitize=thread --scratch-path .build/thread

# Measures everything, instructions included, and keeps it in Results/benchmarks.
bench: build
	$(SWIFT) build -c release --product AllocationCount
	.build/release/detour bench --set all --instructions small --commit "$$(git rev-parse HEAD)" \
	  --record Results/benchmarks
	python3 Scripts/readme_figures.py

# The figures of README.md and Benchmarks/README.md: everything of `make bench`, and the same work with other programs (an hour).
figures: bench
	Benchmarks/peers/run.sh --out "$$(python3 Scripts/readme_figures.py --folder)/peers"
	python3 Scripts/readme_figures.py

# Does HEAD give other results, more work or more instructions than its parent?
bench-gate: setup
	@Scripts/bench_gate.sh

# The same work with other programs (Python installs them), and the table of how they compare, in Results/peers.
peers: setup
	Benchmarks/peers/run.sh

# What documents and reference results are made with.
PROGRAM = $(CURDIR)/.build/release/detour

program: build

# Renews the reference results, and what documents show of them, after a change that is meant to change them.
reference: program
	$(PROGRAM) run Scenarios/quickstart.json5 --out Results/reference/quickstart --force --quiet
	rm Results/reference/quickstart/timing.csv Results/reference/quickstart/performance.json
	DETOUR=$(PROGRAM) Scripts/reference_replications.sh
	python3 Scripts/check_readme.py --mend --program $(PROGRAM)

# Runs the studies of Scenarios/literature, keeps their results, and renews docs/literature.md with its pictures (some minutes).
literature: build
	python3 Scripts/literature.py --detour .build/release/detour

# Compares the fingerprints of all shipped scenarios between runs, and between debug and release.
fingerprints: setup
	@Scripts/fingerprints.sh

# Renews the documents that are made from the sources, and what documents show of the program and of the benchmarks.
docs: program
	python3 Scripts/make_docs.py $(PROGRAM)
	python3 Scripts/check_readme.py --mend --program $(PROGRAM)
	python3 Scripts/readme_figures.py
	python3 Scripts/draw_layers.py

# The Debian package, in .build/deb: docs/install.md.
deb: setup
	@Scripts/make_deb.sh

# Installs it into a new Debian system, uses it and removes it (as root; minutes).
deb-check:
	@Scripts/check_deb.sh

# The documentation as a site with search, in .build/site; every link of it is checked. SITE_BASE: its path on the host.
SITE_READY = .build/site-venv/ready
SITE_BASE ?= /
site: $(SITE_READY)
	@NO_MKDOCS_2_WARNING=1 .build/site-venv/bin/python Scripts/site/build_site.py --base $(SITE_BASE)

$(SITE_READY): Scripts/site/requirements.txt
	python3 -m venv .build/site-venv
	.build/site-venv/bin/pip install --quiet --disable-pip-version-check -r Scripts/site/requirements.txt
	touch $@

# The study and the figure of paper/paper.md, whose numbers are compared with it (a minute).
paper: program
	python3 Scripts/paper.py $(PROGRAM)

# Writes a version, and DATE or today, into every place that has it: make version VERSION=1.0.0. Detour.swift is the source of the others.
version:
	@[ -n "$(VERSION)" ] || { echo "which version? as in: make version VERSION=1.0.0" >&2; exit 64; }
	@python3 Scripts/release/release.py version $(VERSION) $(if $(DATE),--date $(DATE))

# A release in .build/release-files: source archive, wheel, Debian package, checksums, notes and how to cite it. The tree has to be clean.
release: setup
	@[ -n "$(VERSION)" ] || { echo "which version? as in: make release VERSION=1.0.0" >&2; exit 64; }
	@python3 Scripts/release/release.py make $(VERSION)

# The dry run: checks the version in every place, the source archive and the citation. Nothing is compiled.
RELEASE_READY = .build/release-venv/ready
release-check:
	@python3 Scripts/release/release.py check
	@$(MAKE) --no-print-directory $(RELEASE_READY) || echo "pip could not fetch the validators of CITATION.cff, the recipe and the hook: these are not checked" >&2
	@PATH="$(CURDIR)/.build/release-venv/bin:$$PATH" python3 -B Tests/Release/test_release.py
	@python3 -B Tests/Release/test_site.py
	@PATH="$(CURDIR)/.build/release-venv/bin:$$PATH" python3 -B Tests/Release/test_packaging.py $(wildcard $(PROGRAM))

# The image of the Containerfile, built by buildah from the static program and used without root (as root; a minute).
container-check:
	@Scripts/check_container.sh

$(RELEASE_READY):
	python3 -m venv .build/release-venv
	.build/release-venv/bin/pip install --quiet --disable-pip-version-check cffconvert==2.0.0 jinja2 pyyaml pre-commit
	touch $@

clean:
	rm -rf .build Examples/CustomPolicy/.build
