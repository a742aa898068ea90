// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// Files beside a target's tests that are not Swift.
let dataFiles = [
  "Evaluation": ["independent.py", "requirements.txt"], "Reports": ["Golden"],
  "Display": ["Golden"],
]

let package = Package(
  name: "HyzerVoice",
  products: [
    .executable(name: "hyzer", targets: ["hyzer"]),
    .library(
      name: "HyzerVoice", targets: ["Golf", "Language", "Parsing", "Recognition", "Scoring"]),
  ],
  targets: [
    // MARK: - System libraries and C shims
    .systemLibrary(
      name: "CPocketSphinx", pkgConfig: "pocketsphinx",
      providers: [.apt(["libpocketsphinx-dev", "pocketsphinx-en-us"])]),
    .systemLibrary(name: "CFlite", providers: [.apt(["flite1-dev"])]),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CSamplerate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CPocketSphinxShims", dependencies: ["CPocketSphinx"]),
    .target(name: "CALSAShims", dependencies: ["CALSA"]),
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "CNcursesShims", dependencies: ["CNcurses"]),
    .target(name: "CGetopt"),

    // MARK: - Pure values: no C, no input or output, no clock
    .target(name: "Golf", swiftSettings: settings),
    .target(name: "Randomness", swiftSettings: settings),
    .target(name: "Phonetics", swiftSettings: settings),
    .target(name: "Language", dependencies: ["Golf"], swiftSettings: settings),
    .target(
      name: "Parsing", dependencies: ["Golf", "Phonetics", "Language"], swiftSettings: settings),
    .target(name: "Confirmation", dependencies: ["Golf", "Parsing"], swiftSettings: settings),
    .target(name: "ScoreLog", dependencies: ["Golf"], swiftSettings: settings),
    .target(
      name: "Display", dependencies: ["Confirmation", "Golf", "Parsing"], swiftSettings: settings),
    .target(name: "Endpointing", swiftSettings: settings),
    .target(name: "Acoustics", dependencies: ["Randomness"], swiftSettings: settings),
    .target(name: "Evaluation", dependencies: ["Randomness"], swiftSettings: settings),
    .target(
      name: "Reports", dependencies: ["Evaluation", "Golf", "ScoreLog"], swiftSettings: settings),

    .target(
      name: "Corpora",
      dependencies: ["Acoustics", "Golf", "Language", "Parsing", "Randomness"],
      swiftSettings: settings),

    // MARK: - Data
    .target(
      name: "Models", path: "Models", exclude: ["README.md"], sources: ["Models.swift"],
      resources: [.embedInCode("decoder.json"), .embedInCode("pronunciations.dict")],
      swiftSettings: settings),

    // MARK: - Adapters: one C library each
    .target(
      name: "Pronunciation", dependencies: ["CFlite", "Golf", "Phonetics", "Models"],
      swiftSettings: settings),
    .target(
      name: "Recognition",
      dependencies: [
        "Acoustics", "CPocketSphinx", "CPocketSphinxShims", "Golf", "Language", "Models",
        "Phonetics",
      ],
      swiftSettings: settings),
    .target(
      name: "Recordings", dependencies: ["CSndfile", "CSamplerate"], swiftSettings: settings),
    .target(name: "Reverberation", dependencies: ["Acoustics", "CFFTW"], swiftSettings: settings),
    .target(name: "Digests", dependencies: ["CCrypto"], swiftSettings: settings),
    .target(name: "Capture", dependencies: ["CALSA", "CALSAShims"], swiftSettings: settings),
    .target(
      name: "ScoreStore", dependencies: ["CSQLite", "Golf", "ScoreLog"], swiftSettings: settings),
    .target(
      name: "Terminal", dependencies: ["CNcurses", "CNcursesShims", "Display"],
      swiftSettings: settings),

    // MARK: - Composition: from the samples of an utterance to its scores
    .target(
      name: "Scoring",
      dependencies: [
        "Endpointing", "Golf", "Language", "Parsing", "Phonetics", "Pronunciation", "Recognition",
      ],
      swiftSettings: settings),

    .target(
      name: "Scorekeeping",
      dependencies: [
        "Confirmation", "Endpointing", "Golf", "Parsing", "Recognition", "ScoreLog", "ScoreStore",
        "Scoring",
      ],
      swiftSettings: settings),

    // MARK: - Measuring: the toolkit run over a corpus
    .target(
      name: "Measuring",
      dependencies: [
        "Acoustics", "Digests", "Evaluation", "Golf", "Parsing", "Pronunciation", "Randomness",
        "Recognition", "Recordings", "Reverberation", "Scoring",
      ],
      swiftSettings: settings),

    .target(
      name: "Tuning",
      dependencies: ["Evaluation", "Golf", "Language", "Parsing", "Phonetics", "Randomness"],
      swiftSettings: settings),

    // MARK: - Command line
    .target(name: "CommandLineKit", dependencies: ["CGetopt"], swiftSettings: settings),
    .target(
      name: "HyzerCLI",
      dependencies: [
        "Acoustics", "Capture", "CommandLineKit", "Confirmation", "Corpora", "Digests", "Display",
        "Endpointing",
        "Evaluation", "Golf", "Language", "Measuring", "Models", "Parsing", "Phonetics",
        "Pronunciation", "Randomness", "Recognition", "Recordings", "Reports", "Reverberation",
        "ScoreLog", "ScoreStore", "Scorekeeping", "Scoring", "Terminal", "Tuning",
      ],
      swiftSettings: settings),
    .executableTarget(name: "hyzer", dependencies: ["HyzerCLI"], swiftSettings: settings),
    .executableTarget(
      name: "hyzer-bench",
      dependencies: [
        "Confirmation", "Display", "Endpointing", "Golf", "Language", "Parsing", "Pronunciation",
        "Recognition", "Recordings",
        "ScoreLog", "ScoreStore", "Scorekeeping", "Scoring",
      ],
      path: "Sources/HyzerBench", swiftSettings: settings),

    // MARK: - Tests
    .target(
      name: "TestSupport", dependencies: ["CSQLite", "Confirmation", "Display", "Golf"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    .executableTarget(
      name: "ScreenSample", dependencies: ["Display", "Terminal", "TestSupport"],
      path: "Tests/ScreenSample", swiftSettings: settings),
  ]
    + [
      ("Golf", []), ("Randomness", []), ("Phonetics", ["Randomness"]),
      ("Language", ["Golf", "Randomness"]),
      ("Parsing", ["Golf", "Language", "Phonetics", "Randomness"]), ("Endpointing", []),
      ("Confirmation", ["Golf", "Parsing", "Randomness"]),
      ("Display", ["Confirmation", "Golf", "Parsing", "Randomness"]),
      ("Evaluation", ["Randomness"]),
      ("Reports", ["Evaluation", "Golf", "Randomness", "ScoreLog"]),
      ("ScoreLog", ["Golf", "Randomness"]),
      (
        "Scorekeeping",
        [
          "Confirmation", "Golf", "Parsing", "Pronunciation", "Recognition", "Recordings",
          "ScoreLog", "ScoreStore", "Scoring",
        ]
      ),
      ("ScoreStore", ["CSQLite", "Golf", "Randomness", "ScoreLog"]),
      ("Acoustics", ["Randomness"]), ("Reverberation", ["Acoustics", "Randomness"]),
      ("Digests", []),
      ("Corpora", ["Golf", "Parsing", "Randomness"]),
      ("Pronunciation", ["Golf", "Phonetics"]),
      ("Recognition", ["Golf", "Language", "Phonetics", "Randomness", "Recordings"]),
      ("Tuning", ["Evaluation", "Golf", "Language", "Parsing", "Phonetics", "Randomness"]),
      ("Recordings", ["CSndfile"]), ("Capture", ["CALSA"]), ("CommandLineKit", []),
      ("Terminal", ["Display", "ScreenSample"]),
      (
        "Scoring",
        [
          "Endpointing", "Golf", "Language", "Parsing", "Phonetics", "Pronunciation", "Randomness",
          "Recognition", "Recordings",
        ]
      ),
      (
        "Measuring",
        [
          "Acoustics", "Evaluation", "Golf", "Pronunciation", "Randomness", "Recognition",
          "Recordings",
        ]
      ),
      (
        "HyzerCLI",
        [
          "Capture", "CommandLineKit", "Confirmation", "Corpora", "Endpointing", "Evaluation",
          "Golf", "Parsing", "Randomness", "Recognition", "Recordings", "ScoreLog", "ScoreStore",
          "Scorekeeping", "Scoring",
        ]
      ),
    ].map { (name: String, others: [String]) -> Target in
      .testTarget(
        name: name + "Tests",
        dependencies: ([name, "TestSupport"] + others).map { .byName(name: $0) },
        exclude: dataFiles[name] ?? [],
        swiftSettings: settings)
    }
)
