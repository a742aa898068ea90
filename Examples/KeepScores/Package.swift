// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "KeepScores",
  dependencies: [.package(name: "HyzerVoice", path: "../..")],
  targets: [
    .executableTarget(
      name: "KeepScores", dependencies: [.product(name: "ScoreLog", package: "HyzerVoice")])
  ]
)
