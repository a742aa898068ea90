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

let package = Package(
  name: "HyzerVoice",
  products: [
    .executable(name: "hyzer", targets: ["hyzer"]),
    .library(
      name: "HyzerVoice", targets: ["Golf", "Language", "Recognition", "Understanding"]),
  ],
  targets: [
    // MARK: - C libraries, with shims for what Swift cannot import
    .target(name: "CALSA", linkerSettings: [.linkedLibrary("asound")]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CFlite", providers: [.apt(["flite1-dev"])]),
    // The trained network, which is compiled into the program.
    .target(name: "CEnglishNetwork"),
    // pkg-config's file names flags that the package manager prohibits, so the libraries stand here.
    .target(
      name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .systemLibrary(
      name: "COpenBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-dev"])]),
    .systemLibrary(
      name: "CPocketSphinx", pkgConfig: "pocketsphinx",
      providers: [.apt(["libpocketsphinx-dev", "pocketsphinx-en-us"])]),
    .target(name: "CPocketSphinxShims", dependencies: ["CPocketSphinx"]),
    .target(name: "CWebSockets", linkerSettings: [.linkedLibrary("websockets")]),
    .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CRsvg", pkgConfig: "cairo", providers: [.apt(["librsvg2-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CSamplerate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

    // MARK: - Values and pure functions: no C, no input or output, no clock
    .target(name: "Randomness", swiftSettings: settings),
    .target(name: "Golf", swiftSettings: settings),
    .target(name: "Language", dependencies: ["Golf"], swiftSettings: settings),
    .target(name: "LogLines", dependencies: ["Golf"], swiftSettings: settings),
    .target(name: "LiveProtocol", dependencies: ["LogLines", "Golf"], swiftSettings: settings),
    .target(
      name: "LivePage", dependencies: ["Randomness"],
      resources: [
        "app.js", "board.js", "confirm.js", "dom.js", "fold.js", "hear.js", "hole.js", "icon.svg",
        "index.html", "join.js", "log.js", "manifest.webmanifest", "rounds.js", "sheets.js",
        "store.js",
        "style.css", "sw.js", "sync.js", "talk.js", "watch.js", "words.js", "worklet.js",
      ].map { .embedInCode("Page/" + $0) }, swiftSettings: settings),
    .target(name: "Gathering", dependencies: ["Golf", "Randomness"], swiftSettings: settings),

    // MARK: - Adapters
    .target(name: "AcousticNetwork", dependencies: ["COpenBLAS"], swiftSettings: settings),
    .target(
      name: "Audio", dependencies: ["CALSA", "CSamplerate", "CSndfile"], swiftSettings: settings),
    .target(name: "Certificates", dependencies: ["CCrypto"], swiftSettings: settings),
    .target(name: "Hub", dependencies: ["CPQ", "Golf"], swiftSettings: settings),
    .target(
      name: "Pronunciation", dependencies: ["CFlite", "Golf", "Language"],
      resources: [.embedInCode("pronunciations.dict")], swiftSettings: settings),
    .target(name: "QRCodes", dependencies: ["CQREncode"], swiftSettings: settings),
    .target(
      name: "Recognition",
      dependencies: [
        "AcousticNetwork", "Audio", "CEnglishNetwork", "CPocketSphinx", "CPocketSphinxShims",
        "Golf",
        "Language", "Randomness",
      ],
      resources: [.embedInCode("decoder.json")], swiftSettings: settings),
    .target(
      name: "ScoreStore", dependencies: ["CSQLite", "LogLines", "Golf"],
      swiftSettings: settings),
    .target(
      name: "WebServer", dependencies: ["CWebSockets", "CZlib"], swiftSettings: settings),

    // MARK: - Composition
    .target(
      name: "Hosting",
      dependencies: [
        "Audio", "Certificates", "LogLines", "Gathering", "Golf", "Hub", "Language", "LivePage",
        "LiveProtocol",
        "Randomness", "Recognition", "ScoreStore", "Scorekeeping", "Understanding", "WebServer",
      ],
      swiftSettings: settings),
    .target(
      name: "Understanding",
      dependencies: [
        "AcousticNetwork", "Audio", "Golf", "Language", "Pronunciation", "Recognition",
      ],
      swiftSettings: settings),
    .target(
      name: "Scorekeeping",
      dependencies: ["Audio", "Golf", "Language", "Recognition", "ScoreStore", "Understanding"],
      swiftSettings: settings),
    .target(
      name: "Screen",
      dependencies: [
        "CNcurses", "CRsvg", "Golf", "Language", "Recognition", "Scorekeeping", "Understanding",
      ],
      swiftSettings: settings),
    .target(
      name: "Evaluation",
      dependencies: [
        "Audio", "CCrypto", "Golf", "Language", "Pronunciation", "Randomness", "Recognition",
        "Understanding",
      ],
      swiftSettings: settings),
    .target(
      name: "Corpora",
      dependencies: [
        "Audio", "Evaluation", "Golf", "Language", "Pronunciation", "Randomness", "Recognition",
        "Understanding",
      ],
      swiftSettings: settings),

    // MARK: - Programs
    .target(name: "CommandLineKit", swiftSettings: settings),
    .target(
      name: "HyzerCLI",
      dependencies: [
        "Audio", "Certificates", "CommandLineKit", "Corpora", "Evaluation", "Golf", "Hosting",
        "Hub",
        "Language", "LogLines", "Pronunciation", "QRCodes", "Randomness", "Recognition",
        "ScoreStore",
        "Scorekeeping", "Screen", "Understanding", "WebServer",
      ],
      swiftSettings: settings),
    .executableTarget(name: "hyzer", dependencies: ["HyzerCLI"], swiftSettings: settings),
    .executableTarget(
      name: "hyzer-bench",
      dependencies: [
        "Audio", "Golf", "Hosting", "Language", "LoopbackClients", "Pronunciation", "Recognition",
        "ScoreStore",
        "Scorekeeping", "Screen", "Understanding",
      ],
      path: "Sources/HyzerBench", swiftSettings: settings),

    // MARK: - Tests
    .target(name: "LoopbackClients", path: "Tests/LoopbackClients", swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["CSQLite", "Gathering", "Golf", "Randomness"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("Randomness"),
    tests("Golf", ["Randomness"]),
    tests("Language", ["Golf", "Randomness"]),
    tests("Gathering", ["Golf", "Randomness"]),
    tests("AcousticNetwork", ["Randomness"]),
    tests("Audio", ["CALSA", "CSndfile", "Randomness"]),
    tests("Hub", ["Golf"]),
    tests(
      "Hosting",
      [
        "Audio", "LogLines", "Golf", "Hub", "Language", "LiveProtocol", "Pronunciation",
        "Randomness", "Recognition", "ScoreStore",
        "Scorekeeping", "Understanding", "WebServer",
      ]),
    tests("Certificates", ["Randomness"]),
    tests(
      "LivePage", ["Golf", "Language", "LogLines", "Randomness", "ScoreStore", "Scorekeeping"]),
    tests("LiveProtocol", ["LogLines", "Golf"]),
    tests("QRCodes", ["Screen"]),
    tests("WebServer", ["Certificates", "LoopbackClients", "Randomness"]),
    tests("Pronunciation", ["Golf", "Language"]),
    tests(
      "Recognition", ["AcousticNetwork", "Audio", "CPocketSphinx", "Language", "Randomness"]),
    tests("ScoreStore", ["CSQLite", "Golf", "LogLines", "Randomness"]),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["Gathering", "Golf", "Randomness", "ScoreStore", "TestSupport"],
      swiftSettings: settings),
    tests(
      "Understanding",
      ["Audio", "Golf", "Language", "Pronunciation", "Randomness", "Recognition"]),
    tests(
      "Scorekeeping",
      [
        "Audio", "Golf", "Language", "Pronunciation", "Randomness", "Recognition", "ScoreStore",
        "Understanding",
      ]),
    tests(
      "Screen",
      [
        "Golf", "Language", "Randomness", "Recognition", "ScoreStore", "Scorekeeping",
        "Understanding",
      ], data: ["Display/Golden", "Scores/Golden"]),
    tests(
      "Evaluation", ["Audio", "Golf", "Language", "Pronunciation", "Randomness", "Recognition"],
      data: ["independent.py", "requirements.txt", "Reports/Golden"]),
    tests("Corpora", ["Audio", "Evaluation", "Golf", "Language", "Pronunciation", "Recognition"]),
    tests("CommandLineKit"),
    tests(
      "HyzerCLI",
      [
        "Audio", "CommandLineKit", "Corpora", "Evaluation", "Golf", "Language", "QRCodes",
        "Randomness",
        "Recognition", "ScoreStore", "Scorekeeping", "Understanding",
      ]),
  ]
)

/// The tests of a target, which need others beside it; `data` are files that are not Swift.
func tests(_ target: String, _ others: [String] = [], data: [String] = []) -> Target {
  .testTarget(
    name: target + "Tests",
    dependencies: ([target, "TestSupport"] + others).map { .byName(name: $0) }, exclude: data,
    swiftSettings: settings)
}
