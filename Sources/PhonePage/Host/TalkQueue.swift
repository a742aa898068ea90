/// The talks that go on, whose sound is to be heard by which worker, and what is to be said of them.
///
/// Pure: ``TalkDesk`` locks it, and wakes the workers that it names.
struct TalkQueue {
  struct Step: Sendable {
    let ticket: Int
    let talk: Talk
    /// Whole samples; may be none.
    let sound: [UInt8]
    let isLast: Bool
    /// Whether more waits already, so that there is no time for pictures of progress.
    let isBehind: Bool
  }

  private struct Open {
    /// Its own among all talks; a phone may use a key again.
    let ticket: Int
    let talk: Talk
    /// Which worker hears it; nil while it waits.
    var worker: Int?
    /// What no worker has heard yet.
    var sound: [UInt8] = []
    var bytesReceived = 0
    var nextSequence: UInt32 = 0
    var hasBegun = false
    var hasEnded = false
    var isHeard = false
    var hasSpeech = false
    var lastFed: Duration

    /// Whether it goes on only as long as nobody else wants its place.
    var givesWay: Bool { talk.isHandsFree && !hasSpeech && !hasEnded }
    var isDue: Bool { !isHeard && (!hasBegun || hasEnded || !sound.isEmpty) }
  }

  /// Chosen: so long a phone that is about to go on does not pause, as it sends many frames a second.
  static let longestPause = Duration.seconds(5)
  /// Chosen: a phone that speaks again at once is heard, and one that does so again and again waits for the answers.
  static let mostEndedPerConnection = 2

  private let workers: Int
  private let talksPerWorker: Int
  private let mostWaiting: Int
  /// The oldest first.
  private var open: [Open] = []
  private var lastTicket = 0
  private var replies: [(key: Talk.Key, reply: TalkReply)] = []
  /// The workers for which there is something new.
  private var woken: Set<Int> = []
  private var hasNewReplies = false
  private(set) var isStopped = false

  init(workers: Int, talksPerWorker: Int, mostWaiting: Int) {
    (self.workers, self.talksPerWorker) = (workers, talksPerWorker)
    self.mostWaiting = mostWaiting
  }

  // MARK: - From phones

  mutating func begin(_ talk: Talk, at now: Duration) {
    // A phone that begins anew does not go on with what was not ended.
    close { $0.talk.key.connection == talk.key.connection && !$0.hasEnded }
    guard TalkDesk.ratesHz.contains(talk.rateHz) else {
      return say(.failed(.badRate(talk.rateHz)), to: talk.key)
    }
    if !hasFreeWorker {
      for stopped in open where !stopped.hasEnded && now - stopped.lastFed > Self.longestPause {
        post(.failed(.stopped), stopped.ticket)
      }
    }
    // Whoever taps is heard before phones to which nobody speaks, which come back.
    if !hasFreeWorker, !talk.isHandsFree, let quiet = open.first(where: \.givesWay) {
      post(.failed(.busy), quiet.ticket)
    }
    let isPatient =
      open.count { $0.talk.key.connection == talk.key.connection } < Self.mostEndedPerConnection
    let mayWait = !talk.isHandsFree && open.count { $0.worker == nil } < mostWaiting
    guard isPatient, hasFreeWorker || mayWait else {
      return say(.failed(.busy), to: talk.key)
    }
    lastTicket += 1
    open.append(Open(ticket: lastTicket, talk: talk, lastFed: now))
    assign()
  }

  mutating func feed(_ key: Talk.Key, sequence: UInt32, _ bytes: [UInt8], at now: Duration) {
    guard let place = open.firstIndex(where: { $0.talk.key == key && !$0.hasEnded }) else { return }
    let ticket = open[place].ticket
    guard sequence == open[place].nextSequence else { return post(.failed(.lost), ticket) }
    guard bytes.count.isMultiple(of: 2) else { return post(.failed(.halfSample), ticket) }
    let longest = TalkDesk.longestSeconds * open[place].talk.rateHz * 2
    guard open[place].bytesReceived + bytes.count <= longest else {
      return post(.failed(.tooLong), ticket)
    }
    open[place].nextSequence &+= 1
    open[place].bytesReceived += bytes.count
    open[place].sound += bytes
    open[place].lastFed = now
    wake(open[place].worker)
  }

  mutating func end(_ key: Talk.Key) {
    guard let place = open.firstIndex(where: { $0.talk.key == key && !$0.hasEnded }) else { return }
    open[place].hasEnded = true
    wake(open[place].worker)
  }

  mutating func cancel(_ key: Talk.Key) {
    close { $0.talk.key == key }
    replies.removeAll { $0.key == key }
  }

  mutating func drop(connection: Int) {
    close { $0.talk.key.connection == connection }
    replies.removeAll { $0.key.connection == connection }
  }

  mutating func popReplies() -> [(key: Talk.Key, reply: TalkReply)] {
    defer { replies = [] }
    return replies
  }

  // MARK: - From workers

  /// Returns the tickets of the talks that a worker has, and what it is to do next; the talk after `last`
  /// has its turn, but one that has ended comes first, since somebody waits for it.
  mutating func next(
    for worker: Int, after last: Int
  ) -> (tickets: Set<Int>, step: Step?) {
    let own = open.indices.filter { open[$0].worker == worker }
    let tickets = Set(own.map { open[$0].ticket })
    let due = own.filter { open[$0].isDue }
    let turn =
      due.first { open[$0].hasEnded } ?? due.first { open[$0].ticket > last } ?? due.first
    guard let turn else { return (tickets, nil) }
    // A tenth of a second, so that all who speak are heard in turn.
    let sound = Array(open[turn].sound.prefix(open[turn].talk.rateHz / 10 * 2))
    open[turn].sound.removeFirst(sound.count)
    open[turn].hasBegun = true
    open[turn].isHeard = open[turn].hasEnded && open[turn].sound.isEmpty
    let step = Step(
      ticket: open[turn].ticket, talk: open[turn].talk, sound: sound, isLast: open[turn].isHeard,
      isBehind: open[turn].hasEnded || open[turn].sound.count > open[turn].talk.rateHz)
    return (tickets, step)
  }

  mutating func post(_ reply: TalkReply, _ ticket: Int) {
    guard let place = open.firstIndex(where: { $0.ticket == ticket }) else { return }
    let key = open[place].talk.key
    if case .heard = reply {
      open[place].hasSpeech = true
      // Only the latest is of use.
      replies.removeAll { $0.key == key }
    } else {
      close { $0.ticket == ticket }
    }
    say(reply, to: key)
  }

  // MARK: - For the desk

  mutating func stop() {
    isStopped = true
    open = []
    replies = []
    woken = Set(0..<workers)
  }

  mutating func popWakeUps() -> (workers: Set<Int>, hasReplies: Bool) {
    defer { (woken, hasNewReplies) = ([], false) }
    return (woken, hasNewReplies)
  }

  private var hasFreeWorker: Bool { open.count { $0.worker != nil } < workers * talksPerWorker }

  /// Gives the oldest that wait to the workers that have least to do.
  private mutating func assign() {
    for place in open.indices where open[place].worker == nil && hasFreeWorker {
      let loads = (0..<workers).map { worker in open.count { $0.worker == worker } }
      let worker = loads.indices.min { loads[$0] < loads[$1] }
      open[place].worker = worker
      wake(worker)
    }
  }

  private mutating func close(_ isMeant: (Open) -> Bool) {
    for talk in open where isMeant(talk) { wake(talk.worker) }
    open.removeAll(where: isMeant)
    assign()
  }

  private mutating func wake(_ worker: Int?) { if let worker { woken.insert(worker) } }

  private mutating func say(_ reply: TalkReply, to key: Talk.Key) {
    replies.append((key, reply))
    hasNewReplies = true
  }
}
