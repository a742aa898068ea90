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

// Unoptimised, tests spend most of their time in decoding audio, folding events and playing rounds: `make` sets
// this. A package that depends on this one does not, since it may refuse unsafe flags.
let isOptimized = Context.environment["HYZER_OPTIMIZED"] != nil
let optimized = settings + (isOptimized ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

/// Whether the program becomes part of a Debian package; see debian/rules.
let isPackaged = Context.environment["HYZER_PACKAGE"] != nil
/// What the program is built from, as `hyzer --version` shows it.
let commit = Context.environment["HYZER_COMMIT"] ?? ""

let page = [
  "app.js", "begin.js", "board.js", "confirm.js", "courses.js", "dom.js", "fold.js", "hear.js",
  "history.js", "hole.js", "home.js", "host.js", "icon.svg", "index.html", "join.js", "log.js",
  "manifest.webmanifest", "menu.js", "over.js", "people.js", "sheets.js", "store.js", "style.css",
  "sw.js", "sync.js", "talk.js", "watch.js", "words.js", "worklet.js",
]

let snapPage = [
  "adding.js", "chart.js", "form.js", "front.js", "gamepage.js", "games.js", "index.html",
  "keep.js", "manifest.webmanifest", "parts.js", "photo.js", "players.js", "saying.js", "season.js",
  "snap.js",
]

let package = Package(
  name: "HyzerVoice",
  products: [
    .library(name: "HyzerVoice", targets: ["HyzerVoice"]),
    .library(name: "ScoreLog", targets: ["ScoreLog"]),
    .executable(name: "hyzer", targets: ["hyzer"]),
  ],
  targets: [
    // MARK: - C libraries, with shims for what Swift cannot import
    shims("CALSA", ["asound"]),
    shims("CBLIS", ["blis"]),
    .target(
      name: "CBuild", path: "Sources/C/CBuild",
      cSettings: [.define("HYZER_COMMIT", to: "\"\(commit)\"")]),
    library("CCrypto", "libcrypto", "libssl-dev"),
    shims("CCurl", ["curl"]),
    // The trained networks, which are compiled into the program.
    shims("CDigitNetwork"),
    shims("CEnglishNetwork"),
    library("CEXIF", "libexif", "libexif-dev"),
    library("CFlite", nil, "flite1-dev"),
    // Of the C library, what Swift's module of it leaves out.
    .systemLibrary(name: "CGNU", path: "Sources/C/CGNU"),
    // pkg-config's file names flags that the package manager prohibits, so the libraries stand here.
    shims("CNcurses", ["ncursesw", "tinfo"]),
    library("CPNG", "libpng", "libpng-dev"),
    library("CPQ", "libpq", "libpq-dev"),
    library("CPocketSphinx", "pocketsphinx", "libpocketsphinx-dev"),
    shims("CPocketSphinxShims", needs: ["CPocketSphinx"]),
    library("CQREncode", "libqrencode", "libqrencode-dev"),
    library("CRsvg", "cairo", "librsvg2-dev"),
    library("CSamplerate", "samplerate", "libsamplerate0-dev"),
    library("CSndfile", "sndfile", "libsndfile1-dev"),
    library("CSQLite", "sqlite3", "libsqlite3-dev"),
    library("CTurboJPEG", "libturbojpeg", "libturbojpeg0-dev"),
    // Its name differs from release to release of Debian.
    shims(
      "CWebSockets",
      (isPackaged ? [":libwebsockets.a", "cap"] : ["websockets"]) + ["ssl", "crypto"]),
    library("CZlib", "zlib", "zlib1g-dev"),

    // MARK: - Values that both libraries share
    target("HyzerBase", ["CGNU"]),
    target("DiscGolf", ["HyzerBase"], settings: optimized),

    // MARK: - The two libraries
    target(
      "HyzerVoice",
      [
        "CBLIS", "CEnglishNetwork", "CFlite", "CPocketSphinx", "CPocketSphinxShims",
        "CSamplerate", "CSndfile", "CZlib", "DiscGolf", "HyzerBase",
      ],
      embedding: [
        "Language/Description/common-words.txt", "Language/Description/garbage-words.txt",
        "Pronunciation/pronunciations.dict", "Recognition/decoder.json",
      ], settings: optimized),
    target(
      "ScoreLog", ["CCrypto", "CSQLite", "DiscGolf", "HyzerBase"], settings: optimized),

    // MARK: - The program
    target("PostgreSQLStore", ["CPQ", "DiscGolf", "HyzerBase", "ScoreLog"], settings: optimized),
    target(
      "Scorekeeping", ["CALSA", "DiscGolf", "HyzerBase", "HyzerVoice", "ScoreLog"],
      settings: optimized),
    target(
      "ScoreScreen",
      ["CNcurses", "CRsvg", "DiscGolf", "HyzerBase", "HyzerVoice", "ScoreLog", "Scorekeeping"]),
    target(
      "PhonePage",
      [
        "CCrypto", "CQREncode", "CWebSockets", "CZlib", "DiscGolf", "HyzerBase", "HyzerVoice",
        "ScoreLog", "Scorekeeping",
      ], embedding: page.map { "Page/" + $0 }, excluding: ["Page/package.json"],
      settings: optimized),
    target(
      "ScoreSnap", ["DiscGolf", "HyzerBase", "HyzerVoice", "ScoreLog"], settings: optimized),
    target(
      "SnapPage", ["HyzerBase", "PhonePage", "ScoreLog", "ScoreSnap"],
      embedding: snapPage.map { "Page/" + $0 }, excluding: ["Page/package.json"]),
    target(
      "Scoreboards",
      ["CBLIS", "CCurl", "CDigitNetwork", "CEXIF", "CPNG", "CTurboJPEG", "HyzerBase"],
      embedding: ["Pairs/pairs.json"], settings: optimized),
    target("Measuring", ["DiscGolf", "HyzerBase", "HyzerVoice", "ScoreLog"]),
    target("CommandLineKit", ["HyzerBase"]),
    target(
      "HyzerCLI",
      [
        "CommandLineKit", "DiscGolf", "HyzerBase", "HyzerVoice", "Measuring", "PhonePage",
        "PostgreSQLStore", "ScoreLog", "ScoreScreen", "ScoreSnap", "Scoreboards", "Scorekeeping",
        "SnapPage",
      ]),
    .executableTarget(
      name: "hyzer", dependencies: ["CBuild", "CGNU", "HyzerCLI"], swiftSettings: settings),
    .executableTarget(
      name: "hyzer-bench",
      dependencies: [
        "DiscGolf", "HyzerVoice", "LoopbackClients", "PhonePage", "ScoreLog", "ScoreScreen",
        "Scorekeeping",
      ], path: "Benchmarks/HyzerBench", swiftSettings: settings),
    .systemLibrary(name: "CEpoll", path: "Benchmarks/CEpoll"),
    .executableTarget(
      name: "hyzer-bench-hub",
      dependencies: [
        "CEpoll", "DiscGolf", "HyzerBase", "LoopbackClients", "PhonePage", "PostgreSQLStore",
        "ScoreLog",
        "TestSupport",
      ], path: "Benchmarks/HubBench", swiftSettings: settings),

    // MARK: - Tests
    .target(name: "LoopbackClients", path: "Tests/LoopbackClients", swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: [
        "CPNG", "CSQLite", "CTurboJPEG", "DiscGolf", "HyzerBase", "ScoreLog", "Scoreboards",
      ],
      path: "Tests/TestSupport", swiftSettings: settings),
    .target(
      name: "PostgreSQLSupport", dependencies: ["PostgreSQLStore", "ScoreLog", "TestSupport"],
      path: "Tests/PostgreSQLSupport", swiftSettings: settings),
    tests("HyzerBase"),
    tests("DiscGolf", ["HyzerBase"]),
    tests("HyzerVoice", ["CPocketSphinx", "CSndfile", "DiscGolf", "HyzerBase"]),
    tests(
      "ScoreLog", ["CSQLite", "DiscGolf", "HyzerBase", "PostgreSQLStore", "PostgreSQLSupport"]),
    tests("ScoreSnap", ["CSQLite", "DiscGolf", "HyzerBase", "HyzerVoice", "ScoreLog"]),
    tests("SnapPage", ["HyzerBase", "PhonePage", "ScoreLog", "ScoreSnap"]),
    tests("PostgreSQLStore", ["DiscGolf", "HyzerBase", "PostgreSQLSupport", "ScoreLog"]),
    tests(
      "Scorekeeping", ["CALSA", "CSndfile", "DiscGolf", "HyzerBase", "HyzerVoice", "ScoreLog"]),
    tests(
      "ScoreScreen", ["DiscGolf", "HyzerBase", "HyzerVoice", "ScoreLog", "Scorekeeping"],
      data: ["Display/Golden", "Scores/Golden"]),
    tests(
      "PhonePage",
      [
        "DiscGolf", "HyzerBase", "HyzerVoice", "LoopbackClients", "PostgreSQLStore",
        "PostgreSQLSupport", "ScoreLog", "ScoreScreen", "Scorekeeping",
      ]),
    tests(
      "Measuring", ["DiscGolf", "HyzerBase", "HyzerVoice", "ScoreLog"],
      data: [
        "Evaluation/independent.py", "Evaluation/requirements.txt", "Evaluation/Reports/Golden",
      ]),
    tests("Scoreboards", ["CPNG", "CTurboJPEG", "HyzerBase", "LoopbackClients"]),
    tests("CommandLineKit"),
    tests(
      "HyzerCLI",
      [
        "CommandLineKit", "DiscGolf", "HyzerBase", "HyzerVoice", "LoopbackClients", "Measuring",
        "PhonePage", "PostgreSQLSupport", "ScoreLog", "ScoreScreen", "ScoreSnap", "Scoreboards",
        "Scorekeeping",
      ]),
  ]
)

/// A C library of Debian's, found by pkg-config where it has a file for it.
func library(_ name: String, _ pkgConfig: String?, _ package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/" + name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// C of our own, in front of libraries.
func shims(_ name: String, _ libraries: [String] = [], needs: [String] = []) -> Target {
  .target(
    name: name, dependencies: needs.map { .byName(name: $0) }, path: "Sources/C/" + name,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A target of Swift; `embedding` are files that are compiled into it, `excluding` what is for other tools.
func target(
  _ name: String, _ others: [String], embedding files: [String] = [], excluding: [String] = [],
  settings: [SwiftSetting] = settings
) -> Target {
  .target(
    name: name, dependencies: others.map { .byName(name: $0) }, exclude: excluding,
    resources: files.map { .embedInCode($0) }, swiftSettings: settings)
}

/// The tests of a target, which need others beside it; `data` are files that are not Swift.
func tests(_ target: String, _ others: [String] = [], data: [String] = []) -> Target {
  .testTarget(
    name: target + "Tests",
    dependencies: ([target, "TestSupport"] + others).map { .byName(name: $0) },
    exclude: data, swiftSettings: settings)
}
