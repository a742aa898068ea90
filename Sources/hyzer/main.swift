import Foundation
import HyzerCLI

exit(
  Hyzer.run(
    arguments: Array(CommandLine.arguments.dropFirst()), console: .standard,
    surroundings: .standard))
