import Foundation
import HyzerVoice
import TestSupport

/// A folder with the files of which documents speak, a log, a microphone that hears a recording, and a server
/// of PostgreSQL, in which the blocks of a document run one after the other, in one shell.
final class DocumentWorld {
  private let folder: Tool.Directory
  private let microphone: ALSAFixture
  private let server: PostgreSQLServer

  init() throws {
    folder = try Tool.Directory()
    microphone = try ALSAFixture()
    server = try PostgreSQLServer()
    try microphone.record(Recording(path: DemoAudio.path("pairs.flac")).samples)
    try writeFiles()
  }

  /// Runs a line that is no part of a document, and blocks, to the end or to the first command that fails.
  func run(_ blocks: [CommandBlock], after line: String) throws -> Tool.Outcome {
    let script = blocks.map { block in
      "\n: \(block.place)\n"
        + placeholders.reduce(block.lines.joined(separator: "\n")) {
          $0.replacing($1.written, with: $1.here)
        }
    }
    try write("shell", Self.prelude + line + script.joined())
    return try Tool.run(
      "/usr/bin/env",
      [
        "-i", "PATH=\(folder.url.path)/bin:/usr/bin:/bin", "HOME=\(folder.url.path)", "USER=ann",
        "LANG=C.UTF-8", "HYZER_DB=scores.db", "SLURM_ARRAY_TASK_ID=1", "PGHOST=\(server.path)",
        "PGUSER=owner", "ALSA_CONFIG_PATH=\(folder.url.path)/alsa.conf", "/bin/bash", "shell",
      ], in: folder)
  }

  /// What a document writes for what differs from machine to machine, and what stands here for it.
  private var placeholders: [(written: String, here: String)] {
    [
      ("0.0.0.0:8080", "127.0.0.1:0"), ("0.0.0.0:8443", "127.0.0.1:0"),
      ("--certificate … --key …", "--certificate $certificate.crt --key $certificate.key"),
      ("'http://192.168.1.10:8080/join#group.4D6X…'", "$(invitation)"),
      ("'https://192.168.1.10:8443/join#group.4D6X…'", "$(invitation) --insecure"),
      ("postgresql://owner@db.example/hyzer", "'\(server.address("hyzer"))'"),
      ("postgresql://page@db.example/hyzer", "'\(server.address("hyzer", user: "page"))'"),
      ("1b2c3d4e", "$(command hyzer snap game list | sed -n '2s/ .*//p')"),
    ]
  }

  /// Lets what runs until Ctrl-C run beside the rest, and answers what asks.
  private static let prelude = #"""
    set -euo pipefail
    running= host=
    end() { test $# = 0 || { kill "$@"; wait "$@" || true; }; }
    # What still runs writes into the folder, which is removed then.
    trap 'end $running $host' EXIT
    # Starts a program that goes on, and shows the first line that it prints.
    start() {
      rm -f said && mkfifo said
      /usr/bin/env --default-signal hyzer "$@" > said 2>&1 <&- &
      exec 3< said
      read -r line <&3 || { echo "hyzer $* ended at once"; return 1; }
      echo "$line"
    }
    hyzer() {
      case "$1 ${2-}" in
      "serve "*|"listen "*)
        end $running
        start "$@"
        running=$! ;;
      "snap add") script -qec "$(printf '%q ' hyzer "$@")" /dev/null <<< y ;;
      *) command hyzer "$@" ;;
      esac
    }
    invitation() { HYZER_DB=host.db command hyzer group invite | grep -om1 "^http.*/join#group.*"; }
    HYZER_DB=host.db command hyzer group new "Friends"
    HYZER_DB=host.db start serve --address 127.0.0.1:0
    host=$!
    HYZER_DB=bob.db command hyzer round new --course "Cedar Creek" --player Bob --yes
    HYZER_DB=bob.db command hyzer enter bob3
    HYZER_DB=bob.db command hyzer export Bob.jsonl
    cp Bob.jsonl scores.jsonl
    command hyzer certificate --folder . > certificates
    certificate=server
    set -x

    """#

  // MARK: - Files

  private func write(_ name: String, _ text: String) throws {
    try text.write(to: folder.url.appending(path: name), atomically: false, encoding: .utf8)
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: folder.url.appending(path: name))
  }

  private func writeFiles() throws {
    let files = FileManager.default
    try files.createDirectory(
      at: folder.url.appending(path: "bin"), withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: folder.url.appending(path: "bin/hyzer").path,
      withDestinationPath: BuiltProgram.path)
    try write(
      "alsa.conf", microphone.definitions + "\npcm.default { type plug slave.pcm microphone }\n")
    try files.copyItem(
      atPath: DemoAudio.path("round.json"), toPath: folder.url.appending(path: "round.json").path)
    let hole = try Recording(path: DemoAudio.path("pairs.flac")).samples
    for name in ["hole.wav", "order.wav"] { try write(name, wav(hole)) }
    try write("wind.wav", wav(whiteNoise(80_000, peak: 8_000)))
    try write(
      "lights.jsgf",
      "#JSGF V1.0; grammar lights; public <order> = turn the light (on | off);")
    try write("board.jpg", DrawnBoard.gymnasium("72", "65", clock: "0:00").raster.jpeg())
    let recorded = try read(DemoAudio.project.appending(path: "Corpus/audio.jsonl").path)
      .split(separator: "\n").prefix(2).joined(separator: "\n")
    try write("corpus.jsonl", recorded.replacing("../Audio", with: DemoAudio.path("")) + "\n")
    let texts = (1...8).map { index in
      let strokes = ["two", "three", "four"][index % 3]
      return """
        {"transcript": "captain \(strokes)", "players": ["Michael", "Jake", "Sarah"], \
        "scores": [{"player": "Michael", "strokes": \(index % 3 + 2)}], \
        "tags": {"speaker": "s\(index / 2)"}}
        """
    }
    for name in ["group.jsonl", "a.jsonl", "b.jsonl"] {
      try write(name, texts.joined(separator: "\n") + "\n")
    }
    try write(
      "chat.jsonl",
      #"{"transcript": "coffee please", "players": ["Jake"], "scores": []}"# + "\n")
  }
}
