// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "HearScores",
  dependencies: [.package(name: "HyzerVoice", path: "../..")],
  targets: [
    .executableTarget(
      name: "HearScores", dependencies: [.product(name: "HyzerVoice", package: "HyzerVoice")])
  ]
)
