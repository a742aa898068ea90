extension ScoreStore {
  /// Returns the invitation to a round, the same each time until it is renewed; `making` makes the first.
  ///
  /// From then on nobody may read the file who may not write it, since it says how to join.
  package func invitation(
    for round: RoundID, making: () -> Invitation
  ) throws(ScoreStoreError) -> Invitation {
    if let known = try read({ try $0.openInvitation(for: round) }) { return known }
    try closeToReaders()
    return try write(for: .receiving) { database in
      // Another program may have been faster.
      if let known = try database.openInvitation(for: round) { return known }
      return try database.invite(to: round, by: making())
    }
  }

  /// Replaces the invitation to a round; who joined by the old one stays.
  @discardableResult
  package func renewInvitation(
    for round: RoundID, making: () -> Invitation
  ) throws(ScoreStoreError) -> Invitation {
    try closeToReaders()
    return try write(for: .receiving) { database in
      try database.round(round).requireOpen()
      return try database.invite(to: round, by: making())
    }
  }

  /// Returns the round to which a code invites; nil where there is none, or it is finished or deleted.
  package func invitedRound(code: JoinCode) throws(ScoreStoreError) -> RoundRecord? {
    try read { try $0.invitedRound("code", code.text) }
  }

  /// Returns the round to which a secret invites; nil where there is none, or it is finished or deleted.
  package func invitedRound(secret: JoinSecret) throws(ScoreStoreError) -> RoundRecord? {
    try read { try $0.invitedRound("secret", secret.text) }
  }

  /// Lets a token into a round, as a player or the organiser, or to watch where the `player` is nil.
  ///
  /// The organiser's role goes to the first device that takes the name of an organiser who plays and is not
  /// revoked; a second one is a player, unless its token was issued (``issueOrganiser(_:round:at:)``). A token that is known keeps its device and the rounds it joined; under another name
  /// it is somebody else, who organises nothing yet.
  package func admit(
    tokenHash token: TokenHash, device: DeviceID, player: String?, round id: RoundID,
    at time: String
  ) throws(ScoreStoreError) -> Admission {
    try write(for: .receiving) { database in
      let record = try database.round(id)
      try record.requireOpen()
      let known = try database.admissions("WHERE token_hash = ?", [token]).first
      let device = known?.device ?? device
      return try database.letIn(token, known, as: device, player, to: record, at: time) { name in
        // Who plays is on the card; any other name could be typed by anybody.
        try record.isOrganiser(name) && record.player(named: name) != nil
          && !database.hasOrganiser(record, but: token)
      }
    }
  }

  /// Keeps a token for the organiser of a round, who takes it with a new device; an earlier one that was not
  /// taken ends.
  package func issueOrganiser(
    _ token: TokenHash, round id: RoundID, at time: String
  ) throws(ScoreStoreError) {
    try write(for: .receiving) { database in
      let record = try database.round(id)
      guard !record.isDeleted else { throw ScoreLogRefusal.roundDeleted(id) }
      try database.run(
        """
        DELETE FROM admissions WHERE device LIKE ? AND token_hash IN
          (SELECT token_hash FROM admitted_rounds WHERE round_id = ?)
        """, ["\(Admission.issuedPrefix)%", id])
      _ = try database.letIn(
        token, nil, as: DeviceID("\(Admission.issuedPrefix)\(token)"), record.organiser, to: record,
        at: time
      ) { _ in true }
    }
  }

  /// Lets a token in as the organiser, in the place of one that was issued for that and ends; nil where none was.
  package func takeOrganiser(
    _ issued: TokenHash, with token: TokenHash, device: DeviceID, at time: String
  ) throws(ScoreStoreError) -> (Admission, RoundID)? {
    try write(for: .receiving) { database in
      guard let found = try database.admissions("WHERE token_hash = ?", [issued]).first,
        found.isIssued, let id = found.organised.first
      else { return nil }
      try database.run("DELETE FROM admissions WHERE token_hash = ?", [issued])
      let record = try database.round(id)
      guard !record.isDeleted else { throw ScoreLogRefusal.roundDeleted(id) }
      let known = try database.admissions("WHERE token_hash = ?", [token]).first
      let admission = try database.letIn(
        token, known, as: known?.device ?? device, record.organiser, to: record, at: time
      ) { _ in true }
      return (admission, id)
    }
  }

  /// Lets a token in as the registered player of a name or alias, who is registered now if nobody has it.
  ///
  /// A token that is known keeps its device and the rounds it joined; under another name it is somebody else, who
  /// organises nothing yet.
  package func admitPerson(
    tokenHash token: TokenHash, device: DeviceID, named name: String, at time: String
  ) throws(ScoreStoreError) -> Admission {
    try write(for: .receiving) { database in
      let known = try database.admissions("WHERE token_hash = ?", [token]).first
      let device = known?.device ?? device
      guard try !database.isRevoked(device) else { throw ScoreLogRefusal.deviceRevoked(device) }
      try database.requireRoomForPerson(beside: known)
      let player = try database.enlist(name).name
      try database.admit(token, known, as: device, player, isGuest: false, at: time)
      return try database.requireAdmission(token)
    }
  }

  /// Lets a token in as whom another one admits, as a watch beside a phone: into the same rounds, of which it organises
  /// none; nil where the other admits nobody.
  ///
  /// A token that is known keeps its device and the rounds it joined.
  package func admit(
    tokenHash token: TokenHash, device: DeviceID, asWho phone: TokenHash, at time: String
  ) throws(ScoreStoreError) -> Admission? {
    try write(for: .receiving) { database in
      guard let owner = try database.admission(phone), !owner.isMember else { return nil }
      let known = try database.admissions("WHERE token_hash = ?", [token]).first
      let device = known?.device ?? device
      guard try !database.isRevoked(device) else { throw ScoreLogRefusal.deviceRevoked(device) }
      // A phone that typed its own code is in.
      guard token != phone else { return owner }
      if owner.isPerson { try database.requireRoomForPerson(beside: known) }
      try database.admit(
        token, known, as: device, owner.player, isGuest: owner.isGuest, at: time)
      for round in owner.joined where known?.joined.contains(round) != true {
        try database.requireRoomForPhone(in: round)
        try database.run(
          """
          INSERT INTO admitted_rounds (token_hash, round_id, is_organiser) VALUES (?, ?, 0)
          """, [token, round])
      }
      return try database.requireAdmission(token)
    }
  }

  /// Whether a token is known as that of a device that is revoked.
  package func isRevoked(tokenHash token: TokenHash) throws(ScoreStoreError) -> Bool {
    try once { database in
      try database.exists(
        "SELECT 1 FROM admissions JOIN revoked_devices ON id = device WHERE token_hash = ?",
        [token])
    }
  }

  /// Returns whom a token admits; nil where nobody, or the device is revoked.
  package func admission(tokenHash token: TokenHash) throws(ScoreStoreError) -> Admission? {
    try read { try $0.admission(token) }
  }

  /// Returns the tokens that admit somebody.
  package func admittedTokens() throws(ScoreStoreError) -> Set<TokenHash> {
    try once { database in
      Set(
        try database.rows(
          """
          SELECT token_hash FROM admissions WHERE device NOT IN (SELECT id FROM revoked_devices)
          """
        ) { try $0[0] as TokenHash })
    }
  }

  /// Whether a name means somebody beyond a round: a registered player by name or alias, or who plays or
  /// organises a round under it.
  ///
  /// Whoever takes such a name may see other rounds.
  package func isKnown(_ name: String) throws(ScoreStoreError) -> Bool {
    try read { database in
      let key = NameKey(name)
      if try database.registered("").contains(where: { registered in
        registered.player.spellings.contains { NameKey($0) == key }
      }) {
        return true
      }
      if try database.exists(
        "SELECT 1 FROM round_players WHERE name_key = ? AND is_guest = 0", [key.letters])
      {
        return true
      }
      let organisers: [String] = try database.rows("SELECT DISTINCT organiser FROM rounds") {
        try $0[0]
      }
      return organisers.contains { NameKey($0) == key }
    }
  }

  package func giveUp(tokenHash token: TokenHash) throws(ScoreStoreError) {
    try write(for: .receiving) {
      try $0.run("DELETE FROM admissions WHERE token_hash = ?", [token])
    }
  }

  /// Lets a device of the group in by a token.
  ///
  /// Anybody whom the group invites may name any device: as one that another token has or had, or that events are of,
  /// nobody is let in, but as `other`.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` where the device is revoked.
  @discardableResult
  package func admitMember(
    tokenHash token: TokenHash, device: DeviceID, orAs other: DeviceID, at time: String
  ) throws(ScoreStoreError) -> Admission {
    try write(for: .receiving) { database in
      guard try !database.isRevoked(device) else { throw ScoreLogRefusal.deviceRevoked(device) }
      let isKnown = try database.exists(
        """
        SELECT 1 FROM admissions WHERE device = ?1 UNION SELECT 1 FROM former_devices
          WHERE device = ?1 UNION SELECT 1 FROM events WHERE device = ?1
          UNION SELECT 1 FROM own_devices WHERE id = ?1
        """, [device])
      let device = isKnown ? other : device
      try database.run(
        """
        INSERT INTO admissions (token_hash, device, player, is_guest, is_member, admitted_at)
          VALUES (?, ?, NULL, 0, 1, ?)
        """, [token, device, time])
      return try database.requireAdmission(token)
    }
  }

  /// Lets a token write as another device from now on, as after a number was given twice; nil where it
  /// admits nobody.
  @discardableResult
  package func renewDevice(
    tokenHash token: TokenHash, _ device: DeviceID
  ) throws(ScoreStoreError) -> Admission? {
    try write(for: .receiving) { database in
      guard let known = try database.admission(token) else { return nil }
      guard try !database.isRevoked(device) else {
        throw ScoreLogRefusal.deviceRevoked(device)
      }
      // Of a name that another token has or had, or the log itself, nothing is taken away.
      let isAnothers = try database.exists(
        """
        SELECT 1 FROM admissions WHERE device = ? UNION SELECT 1 FROM own_devices WHERE id = ?
          UNION SELECT 1 FROM former_devices WHERE device = ? AND token_hash <> ?
        """, [device, device, device, token])
      guard !isAnothers else { throw ScoreLogRefusal.deviceTaken(device) }
      guard known.former.count < Admission.mostFormer else {
        throw ScoreLogRefusal.tooManyDevices(device)
      }
      try database.run(
        "INSERT INTO former_devices (device, token_hash) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [known.device, token])
      try database.run("UPDATE admissions SET device = ? WHERE token_hash = ?", [device, token])
      return try database.requireAdmission(token)
    }
  }
}

extension Database {
  /// Lets a token into a round, `known` where it was let in before, and says by the name whether it takes the
  /// organiser's role; one that has it keeps it as long as the name stays.
  fileprivate func letIn(
    _ token: TokenHash, _ known: Admission?, as device: DeviceID, _ player: String?,
    to record: RoundRecord, at time: String, takesRole: (_ name: String) throws -> Bool
  ) throws -> Admission {
    guard try !isRevoked(device) else { throw ScoreLogRefusal.deviceRevoked(device) }
    if known?.joined.contains(record.id) != true { try requireRoomForPhone(in: record.id) }
    let (name, isGuest) = try identity(of: player, in: record)
    try admit(token, known, as: device, name, isGuest: isGuest, at: time)
    try run(
      """
      INSERT INTO admitted_rounds (token_hash, round_id, is_organiser) VALUES (?, ?, ?)
        ON CONFLICT (token_hash, round_id)
          DO UPDATE SET is_organiser = CASE excluded.is_organiser
            WHEN 1 THEN 1 ELSE admitted_rounds.is_organiser END
      """, [token, record.id, try takesRole(name ?? "") ? 1 : 0])
    return try requireAdmission(token)
  }

  fileprivate func requireRoomForPhone(in round: RoundID) throws {
    let phones: Int? = try value(
      """
      SELECT count(*) FROM admitted_rounds JOIN admissions USING (token_hash)
        WHERE round_id = ? AND device NOT IN (SELECT id FROM revoked_devices)
      """, [round])
    guard phones ?? 0 < Admission.mostPhones else { throw ScoreLogRefusal.tooManyPhones(round) }
  }

  /// Checks that one more phone may be a registered player's, unless that is `known` and is one.
  fileprivate func requireRoomForPerson(beside known: Admission?) throws {
    guard known?.isPerson != true else { return }
    let persons = try integer(
      """
      SELECT count(*) FROM admissions WHERE player IS NOT NULL AND is_guest = 0
        AND is_member = 0 AND device NOT IN (SELECT id FROM revoked_devices)
      """)
    guard persons < Admission.mostPersons else { throw ScoreLogRefusal.tooManyPersons }
  }

  /// Notes who a token is, `known` where it was let in before: as somebody else it organises nothing.
  fileprivate func admit(
    _ token: TokenHash, _ known: Admission?, as device: DeviceID, _ player: String?, isGuest: Bool,
    at time: String
  ) throws {
    try run(
      """
      INSERT INTO admissions (token_hash, device, player, is_guest, admitted_at)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (token_hash) DO UPDATE SET player = excluded.player,
          is_guest = excluded.is_guest, admitted_at = excluded.admitted_at
      """, [token, device, player, isGuest ? 1 : 0, time])
    if known?.isSame(player: player, isGuest: isGuest) == false {
      try run("UPDATE admitted_rounds SET is_organiser = 0 WHERE token_hash = ?", [token])
    }
  }

  /// Returns the invitation to a round that takes scores; nil where there is none yet.
  fileprivate func openInvitation(for id: RoundID) throws -> Invitation? {
    try round(id).requireOpen()
    return try rows("SELECT code, secret FROM invitations WHERE round_id = ?", [id]) { row in
      guard let code = JoinCode(try row[0]), let secret = JoinSecret(try row[1]) else {
        throw ScoreStoreError.corrupt(
          path: path, reason: "the invitation to round \"\(id)\" is none")
      }
      return Invitation(code: code, secret: secret)
    }.first
  }

  fileprivate func invite(to id: RoundID, by invitation: Invitation) throws -> Invitation {
    try run(
      """
      INSERT INTO invitations (round_id, code, secret) VALUES (?, ?, ?)
        ON CONFLICT (round_id) DO UPDATE SET code = excluded.code, secret = excluded.secret
      """, [id, invitation.code.text, invitation.secret.text])
    return invitation
  }

  /// `column` is a name of ours.
  fileprivate func invitedRound(_ column: String, _ text: String) throws -> RoundRecord? {
    let found: RoundID? = try value(
      "SELECT round_id FROM invitations WHERE \(column) = ?", [text])
    guard let record = try found.flatMap(knownRound), (try? record.requireOpen()) != nil else {
      return nil
    }
    return record
  }

  /// Returns the display name of somebody who plays or organises a round, and whether it is a guest's.
  fileprivate func identity(
    of player: String?, in record: RoundRecord
  ) throws -> (name: String?, isGuest: Bool) {
    guard let player else { return (nil, false) }
    if let place = record.player(named: player) {
      let entrant = record.entrants[place.index]
      return (entrant.player.name, entrant.isGuest)
    }
    // Who organises need not play.
    guard record.isOrganiser(player) else {
      throw ScoreLogRefusal.unknownPlayer(player, record.id)
    }
    let isRegistered = try exists(
      "SELECT 1 FROM players WHERE name_key = ?", [NameKey(player).letters])
    return (record.organiser, !isRegistered)
  }

  /// Whether a device that is not revoked is the organiser of a round by another token.
  fileprivate func hasOrganiser(_ record: RoundRecord, but token: TokenHash) throws -> Bool {
    try admissions(
      "WHERE token_hash <> ? AND device NOT IN (SELECT id FROM revoked_devices)", [token]
    )
    .contains { !$0.isIssued && $0.role(in: record) == .organiser }
  }

  /// Returns whom a token admits; nil where nobody, or the device is revoked.
  fileprivate func admission(_ token: TokenHash) throws -> Admission? {
    guard let found = try admissions("WHERE token_hash = ?", [token]).first, !found.isIssued,
      try !isRevoked(found.device)
    else { return nil }
    return found
  }

  fileprivate func requireAdmission(_ token: TokenHash) throws -> Admission {
    guard let found = try admissions("WHERE token_hash = ?", [token]).first else {
      throw ScoreStoreError.internalFault(
        path: path, reason: "a token that was let in is not there")
    }
    return found
  }

  /// Returns whom tokens admit, those whose device is revoked too.
  func admissions(
    _ clause: String = "", _ values: [any Storable] = []
  ) throws -> [Admission] {
    // A statement cannot run within itself, so all rounds come first.
    var rounds: [TokenHash: [RoundID: Bool]] = [:]
    var devices: [TokenHash: Set<DeviceID?>] = [:]
    _ = try rows(
      """
      SELECT token_hash, round_id, is_organiser, organiser_device
        FROM admitted_rounds JOIN rounds ON rounds.id = round_id
        WHERE token_hash IN (SELECT token_hash FROM admissions \(clause))
      """, values
    ) { row in
      let (token, isOrganiser): (TokenHash, Bool) = (try row[0], try row[2] as Int == 1)
      rounds[token, default: [:]][try row[1]] = isOrganiser
      if isOrganiser { devices[token, default: []].insert(try row[3] as DeviceID?) }
    }
    var former: [TokenHash: Set<DeviceID>] = [:]
    _ = try rows(
      """
      SELECT token_hash, device FROM former_devices
        WHERE token_hash IN (SELECT token_hash FROM admissions \(clause))
      """, values
    ) { row in former[try row[0], default: []].insert(try row[1]) }
    var found = try rows(
      """
      SELECT token_hash, device, player, is_guest, is_member, admitted_at FROM admissions \(clause)
      """, values
    ) { row in
      let token: TokenHash = try row[0]
      let joined = rounds[token] ?? [:]
      return Admission(
        token: token, device: try row[1], player: try row[2], isGuest: try row[3] as Int == 1,
        isMember: try row[4] as Int == 1, former: former[token] ?? [], joined: Set(joined.keys),
        organised: Set(joined.filter(\.value).keys), organisedDevices: devices[token] ?? [],
        at: try row[5])
    }
    for place in found.indices where found[place].isPerson {
      found[place].earlierNames = try earlierNames(of: found[place].player ?? "")
    }
    return found
  }

  /// Returns what a registered player was called in the rounds that they joined under another name than now.
  private func earlierNames(of player: String) throws -> [RoundID: String] {
    Dictionary(
      try rows(
        """
        SELECT round_id, round_players.name FROM players
          JOIN round_players ON player_id = players.id AND round_players.name <> players.name
          WHERE players.name_key = ?
        """, [NameKey(player).letters]
      ) { (try $0[0] as RoundID, try $0[1] as String) }, uniquingKeysWith: { first, _ in first })
  }

  /// Has phones of a registered player who gets another name go by that.
  func rename(phonesOf old: Player, to name: String) throws {
    let phones = try admissions("WHERE is_guest = 0 AND player IS NOT NULL").filter {
      $0.player.map { NameKey($0) } == NameKey(old.name)
    }
    for phone in phones {
      try run("UPDATE admissions SET player = ? WHERE token_hash = ?", [name, phone.token])
    }
  }
}
