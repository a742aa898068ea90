internal import CommandLineKit
internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
internal import HyzerVoice
internal import PhonePage
internal import PostgreSQLStore
internal import ScoreLog
internal import ScoreScreen
internal import ScoreSnap
internal import Scoreboards
internal import Scorekeeping
internal import SnapPage

extension OptionSpec {
  fileprivate static let certificate = OptionSpec(
    long: "certificate", argument: "FILE",
    help: "The certificate and those above it, in PEM form, to serve the page by https; see hyzer "
      + "certificate. Goes with --key.", completion: .files)
  fileprivate static let key = OptionSpec(
    long: "key", argument: "FILE", help: "The certificate's private key, in PEM form.",
    completion: .files)
  fileprivate static let hostName = OptionSpec(
    long: "name", argument: "NAME",
    help: "A name by which phones reach this host, beside its addresses in numbers.",
    repeats: true)
  /// For commands that serve the page.
  static let page = [certificate, key, hostName]
  static let window = OptionSpec(
    long: "window", short: "w", argument: "SECONDS",
    help: "How long a score is shown before it saves itself. The default is 1.5. Scores that are "
      + "uncertain or unusual, or replace new ones, wait twice as long.")
}

extension ParsedArguments {
  /// How long a score is shown before it saves itself; nil for the usual time.
  func window() throws(UsageError) -> Duration? {
    try number(.window, in: 0.5...60).map { .seconds($0) }
  }
}

enum ServeCommand: Command {
  static let spec = CommandSpec(
    path: ["serve"],
    abstract: "Serve the live page to phones and watches, without a microphone here.",
    discussion: """
      Everybody who opens the page sees who leads, and enters or corrects scores by tap, by dial or by \
      voice, also while the network is away. The first line printed is the page's address. hyzer \
      round invite shows how to join. Without --address only this machine can open the page; \
      0.0.0.0:8080 serves all who reach this machine. On phones, voice and a page that opens without \
      the network need https: see hyzer certificate. Ends with Ctrl-C.
      """,
    options: [address, .window, .store] + OptionSpec.page + [metricsToken, .database],
    examples: [
      Example("hyzer serve", "Serve the page to this machine."),
      Example("hyzer serve --address 0.0.0.0:8080", "Serve it to everybody in the network."),
      Example(
        "hyzer serve --store postgresql://hyzer@db.example/hyzer --address 0.0.0.0:8080",
        "Serve many groups; see hyzer store init."),
    ])

  private static let address = OptionSpec(
    long: "address", short: "a", argument: "ADDRESS:PORT",
    help: "Where to listen. The default is 127.0.0.1:8080; port 0 is any that is free.")
  private static let metricsToken = OptionSpec(
    long: "metrics-token", argument: "FILE",
    help: "Show at /metrics what the host counts, in Prometheus' format, to whoever has the token "
      + "in the first line of a file.", completion: .files)
  /// Chosen: nobody guesses so much.
  private static let shortestToken = 16
  /// The time between looks at whether somebody ended it.
  private static let pause = Duration.milliseconds(100)

  static func run(_ context: CommandContext) throws {
    let manager = ServiceManager(environment: context.console.environment)
    let groups = try context.database().map { try PostgreSQLGroups($0) }
    let page = try PageOfLog(
      at: context.arguments.value(address) ?? "127.0.0.1:8080",
      groups.map { .groups($0) } ?? .one(context.store), context, metricsToken: token(context),
      note: { [console = context.console] in if manager != nil { console.errorLine($0) } })
    defer { page.end() }
    try context.console.line("listening on \(page.url)")
    let isOfGroup = try groups == nil && context.store.hostedGroup() != nil
    let end = context.console.showsProgress ? "; end with Ctrl-C" : ""
    if isOfGroup {
      context.console.errorLine("hyzer group invite shows how phones join\(end)")
    } else if context.console.showsProgress {
      context.console.errorLine("hyzer round invite shows how phones join\(end)")
    }
    let host = try groups == nil ? context.hostThread() : nil
    defer { host?.stop() }
    // Signals are handled from the first look on, which has to be before anybody may send one.
    _ = context.surroundings.isInterrupted()
    if manager != nil { _ = context.surroundings.takeReloads() }
    tell(manager, "READY=1", context)
    defer { tell(manager, "STOPPING=1", context) }
    while !context.surroundings.isInterrupted() {
      if let problem = page.problem { throw Failure(.inputOutput, "hyzer serve: \(problem)") }
      if manager != nil, context.surroundings.takeReloads() > 0 {
        page.renewCertificate { [console = context.console] in console.errorLine($0) }
      }
      guard context.surroundings.wait(pause) else { return }
    }
  }

  private static func tell(
    _ manager: ServiceManager?, _ state: String, _ context: CommandContext
  ) {
    do throws(SystemFault) {
      try manager?.say(state)
    } catch {
      context.warn("the service manager cannot be told \(state): \(error)")
    }
  }

  /// What the operator shows to see the metrics; nil where nobody does.
  private static func token(_ context: CommandContext) throws -> String? {
    guard let path = context.arguments.value(metricsToken) else { return nil }
    let text = String(decoding: try InputFile.contents(of: path), as: UTF8.self)
    let token = String(text.prefix { !$0.isNewline })
    guard token.count >= shortestToken else {
      throw Failure(
        .badData,
        "\"\(path)\": the first line has fewer than \(shortestToken) characters; put there what `openssl rand -hex 32` prints"
      )
    }
    return token
  }
}

/// The live page of a score log, or of the logs of many groups, while it is served.
struct PageOfLog {
  private let thread: LiveHostThread
  /// Where phones open the page.
  let url: String
  /// Nil where no commands on this machine are about what is served.
  private let servingNote: ServingNote?
  /// The file of it; nil without TLS.
  private let certificate: String?

  /// Starts to serve at an address and port, as `127.0.0.1:8080`.
  init(
    at place: String, _ logs: LiveHostThread.Logs, _ context: CommandContext,
    metricsToken: String? = nil, note: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    let arguments = context.arguments
    guard let colon = place.lastIndex(of: ":"),
      let port = Int(place[place.index(after: colon)...]), (0...65535).contains(port)
    else {
      throw arguments.misuse("\"\(place)\" is no address with a port; give one as 127.0.0.1:8080")
    }
    let address = place[..<colon].trimming("[]")
    let isEverywhere = ["0.0.0.0", "::", "*"].contains(address)
    var settings = WebServer.Settings(
      address: isEverywhere
        ? nil : address == "localhost" || address.isEmpty ? "127.0.0.1" : address,
      port: port, subprotocol: LiveHost.subprotocol)
    settings.uploads = SnapPage.uploads
    switch (arguments.value(.certificate), arguments.value(.key)) {
    case (nil, nil): break
    case (let chain?, let key?):
      for file in [chain, key] where !FileManager.default.isReadableFile(atPath: file) {
        throw Failure(.inputMissing, "\"\(file)\" cannot be read")
      }
      settings.certificate = (chain, key)
    default: throw arguments.misuse("--certificate and --key go together")
    }
    let authority = try settings.certificate.flatMap {
      try Certificates.caPEM(ofServerFile: $0.chain)
    }
    let names = arguments.values(.hostName)
    let isSecure = settings.certificate != nil
    certificate = settings.certificate?.chain
    let surroundings = context.surroundings
    thread = try LiveHostThread(
      serving: logs, settings: settings,
      trust: WebTrust(
        names: names + [surroundings.device, surroundings.device + ".local"], isSecure: isSecure),
      dependencies: .init(
        timestamp: surroundings.timestamp, uptime: surroundings.uptime,
        newDevice: { DeviceID(surroundings.newIdentifier()) }, localTime: surroundings.localTime,
        picture: { try PNGImage(svg: $0.picture(surroundings)).bytes }, note: note),
      authority: authority.map { Array($0.utf8) }, metricsToken: metricsToken,
      routes: SnapPage.routes(
        readingBy: context.readingDesk(window: arguments.window() ?? Confirmation.Settings().window)
      ),
      makeTalks: context.talkDesk(window: arguments.window()))
    let shown =
      names.first ?? (isEverywhere ? surroundings.address() ?? "127.0.0.1" : settings.address ?? "")
    let host = shown.contains(":") ? "[\(shown)]" : shown
    url = "\(isSecure ? "https" : "http")://\(host):\(thread.port)"
    guard case .one(let store) = logs else {
      servingNote = nil
      return
    }
    let servingNote = ServingNote(besideLog: store.path)
    // Others are vouched for by authorities that everybody has.
    try servingNote.write(
      url, key: settings.certificate.flatMap { try Certificates.ownKey(of: $0.chain) })
    self.servingNote = servingNote
  }

  /// Why the page is not served any more; nil while it is.
  var problem: String? { thread.problem }

  /// Reads the files of the certificate again, and has it said what came of it.
  func renewCertificate(_ say: @escaping @Sendable (String) -> Void) {
    guard let certificate else { return say("there is no certificate to read again") }
    thread.renewCertificate { [servingNote, url] isRenewed in
      guard isRenewed else {
        return say(
          "the certificate is as before: \"\(certificate)\" and its key cannot be read, do not go together, or are of another kind, for which the host has to be restarted"
        )
      }
      do {
        try servingNote?.write(url, key: Certificates.ownKey(of: certificate))
        say("the certificate was read again")
      } catch {
        say("the certificate was read again, but: \(error)")
      }
    }
  }

  func end() {
    thread.stop()
    // Another program may serve the same log by now.
    if let servingNote, servingNote.address == url { servingNote.remove() }
  }
}

extension CommandContext {
  /// Returns what reads the photos that phones send, and hears what is said into them of games.
  fileprivate func readingDesk(window: Duration) throws -> ReadingDesk {
    let reader = try ScoreboardReader()
    // Where nothing can be heard, photos can be read all the same.
    let means = Result { (lexicon: try lexicon(), settings: try settings()) }
    let here: Readers.Photo = { bytes in
      let photo = try Photo(bytes: bytes, name: "the photo")
      return PhotoReading(reader.read(photo), of: photo)
    }
    let remote = try remoteReader()
    let elsewhere: Readers.Photo = { bytes in
      let photo = try Photo(bytes: bytes, name: "the photo")
      guard let reading = try remote?.read(photo) else { throw RemoteReaderError.network }
      return PhotoReading(reading, of: photo, isRemote: true)
    }
    let speech: Readers.Speech = { bytes, names in
      // Loaded for each sentence: games end once a week.
      let (lexicon, settings) = try means.get()
      var recognizer = try PhraseRecognizer(
        .games, roster: names.roster, lexicon: lexicon, settings: settings)
      return names.game(try recognizer.hear(Recording(wave: bytes).samples)).game
    }
    let readers = Readers(
      window: window / .seconds(1), photo: here, remote: remote == nil ? nil : elsewhere,
      speech: speech)
    return ReadingDesk(readers, newIdentifier: surroundings.newIdentifier) { job in
      startThread("reading", job)
    }
  }
}

extension PhotoReading {
  fileprivate init(_ reading: BoardReading, of photo: Photo, isRemote: Bool = false) {
    let details = photo.details
    self.init(
      scores: reading.scores.map { ($0[0], $0[1]) }, clock: reading.clock,
      confidence: reading.confidence, pairs: reading.pairs.map { ($0[0], $0[1]) },
      takenAt: details.takenAt, utcOffset: details.utcOffset, latitude: details.latitude,
      longitude: details.longitude, isRemote: isRemote)
  }
}

extension Certificates {
  /// Returns the SHA-256 of the public key of a certificate for which no authority vouches that everybody has; nil
  /// where one does.
  static func ownKey(of file: String) throws -> String? {
    try caPEM(ofServerFile: file) == nil
      ? nil : keySHA256(ofFile: file).map(\.hexadecimal).joined()
  }
}

/// The file beside a score log that says where its page is served, and by which process.
struct ServingNote {
  let path: String

  init(besideLog log: String) { path = log + ".serving" }

  /// Notes an address, and the SHA-256 of the public key by which it is known where no authority vouches for it.
  func write(_ url: String, key: String?) throws {
    try OutputFile.write("\(url)\n\(getpid())\n\(key ?? "")", to: path)
  }

  /// The address; nil where nobody serves, also where a process ended without removing the file.
  var address: String? { lines?.first }

  /// The key of ``write(_:key:)``; nil where nobody serves, or none is needed.
  var key: String? { lines.flatMap { $0.count == 3 ? $0[2] : nil } }

  private var lines: [String]? {
    let text = try? InputFile.text(of: path)
    let lines = text?.split(whereSeparator: \.isNewline) ?? []
    guard (2...3).contains(lines.count), let process = pid_t(lines[1]),
      kill(process, 0) == 0 || errno == EPERM
    else { return nil }
    return lines.map { String($0) }
  }

  func remove() {
    // Where it cannot be removed, it names a process that has ended.
    try? FileManager.default.removeItem(atPath: path)
  }
}

extension CommandContext {
  /// What makes hearers of phones; nil where nothing can be heard, which is said.
  func talkDesk(
    window: Duration?
  ) -> (@Sendable (_ wakeUp: @escaping @Sendable () -> Void) -> TalkDesk)? {
    do {
      let (settings, lexicon, uptime) = (try settings(), try lexicon(), surroundings.uptime)
      return { wakeUp in
        TalkDesk(
          confirmation: .init(window: window, hearingBy: settings), uptime: uptime,
          makeScorer: { round in
            try UtteranceScorer(
              round: round, lexicon: lexicon, settings: settings, sayableOnly: true,
              uptime: uptime)
          }, wakeUp: wakeUp)
      }
    } catch {
      console.errorLine("hyzer: phones are not heard: \(error)".printable)
      return nil
    }
  }
}
