internal import HyzerBase
internal import PhonePage
internal import ScoreLog
internal import ScoreSnap

/// What a phone sends that was changed on it.
private struct SentChanges: Decodable {
  /// Each alone, so that one that is wrong keeps no other back.
  struct Sent: Decodable {
    let change: Result<SnapChange, SnapRefusal>
    let id: String

    private enum CodingKeys: String, CodingKey { case id }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
      do {
        change = .success(try SnapChange(from: decoder))
      } catch let refusal as SnapRefusal {
        change = .failure(refusal)
      } catch {
        change = .failure(SnapRefusal(decodingFault(error)))
      }
    }
  }

  let changes: [Sent]
}

// The seasons, and what phones change in them.
extension LiveHost {
  /// Of one request; phones send more in several.
  private static let mostChanges = 200

  func seasons() throws -> WebResponse {
    try withSeasons { .json(try $0.book().object.json) }
  }

  func receiveChanges(_ request: WebRequest) throws -> WebResponse {
    guard let sent = request.object(SentChanges.self), sent.changes.count <= Self.mostChanges
    else {
      return .error(400, "give {\"changes\": […]}, at most \(Self.mostChanges)")
    }
    return try withSeasons { store in
      let now = reception.dependencies.timestamp()
      var refused: [(id: String, reason: SnapRefusal)] = []
      var changes: [SnapChange] = []
      for sent in sent.changes {
        switch sent.change {
        case .success(let change): changes.append(change.notAfter(now))
        case .failure(let reason): refused.append((sent.id, reason))
        }
      }
      let taken = try store.apply(changes, at: now)
      refused += taken.refused.map { ($0.id.rawValue, $0.reason) }
      return .json(
        OrderedObject(members: [
          ("book", taken.book.object),
          (
            "refused",
            refused.map {
              OrderedObject(members: [("id", $0.id), ("reason", $0.reason.description)])
            }
          ),
        ]).json)
    }
  }

  /// Takes a photo, or speech for the team that the query names; `?remote` has a service read a photo.
  func take(
    _ request: WebRequest, at desk: ReadingDesk?, by admission: Admission
  ) throws -> WebResponse {
    if request.query == "remote" {
      return try withSeasons { seasons in
        try desk.take(request.body, .readRemotely, of: admission) {
          let isWithin = try seasons.noteRequest(
            by: admission.token.rawValue, at: reception.dependencies.timestamp(),
            within: Readers.remoteLimits)
          return isWithin ? nil : .error(429, "Rate limit error")
        }
      }
    }
    guard request.body.starts(with: "RIFF".utf8) else {
      return try desk.take(request.body, .read, of: admission)
    }
    let book = try? SnapStore(store).book()
    let team = book?.teams.first { $0.id.rawValue == request.query }
    let names = GameNames(
      team: team?.name, opponents: team.flatMap { book?.opponents(of: $0.player) } ?? [])
    return try desk.take(request.body, .hear(names), of: admission)
  }

  private func withSeasons(_ body: (SnapStore) throws -> WebResponse) throws -> WebResponse {
    let seasons: SnapStore
    do {
      seasons = try SnapStore(store)
    } catch let refusal as SnapRefusal {
      return .error(501, refusal.description)
    }
    return try body(seasons)
  }
}

// MARK: - As JSON

extension SnapBook {
  /// What a phone gets: when something was added or edited is for nobody to see.
  var object: OrderedObject {
    OrderedObject(members: [
      ("players", players.map(\.object)), ("teams", teams.map(\.object)),
      ("games", games.map(\.object)), ("latest", latest),
    ])
  }
}

extension SnapPlayer {
  fileprivate var object: OrderedObject {
    OrderedObject(members: [
      ("id", id.rawValue), ("name", name), ("colour", colour), ("position", position),
      ("changes", changes.map(\.rawValue)),
    ])
  }
}

extension SnapTeam {
  fileprivate var object: OrderedObject {
    OrderedObject(members: [
      ("id", id.rawValue), ("player", player.rawValue), ("name", name), ("colour", colour),
      ("position", position), ("changes", changes.map(\.rawValue)),
    ])
  }
}

extension SnapGame {
  fileprivate var object: OrderedObject {
    OrderedObject(members: [
      ("id", id.rawValue), ("team", team.rawValue), ("date", date), ("time", time),
      ("utcOffset", utcOffset), ("location", location), ("latitude", latitude),
      ("longitude", longitude),
      (
        "result",
        OrderedObject(members: [
          ("outcome", result.outcome.rawValue), ("team", result.team),
          ("opponent", result.opponent),
        ])
      ), ("opponent", opponent), ("notes", notes), ("changes", changes.map(\.rawValue)),
    ])
  }
}
