public import Golf

extension ScoreStore {
  /// Returns all courses by name.
  ///
  /// - Throws: ``ScoreStoreError``.
  public func courses() throws(ScoreStoreError) -> [Course] {
    try database.rows("SELECT name, pars FROM courses ORDER BY name_key", [], database.course)
  }

  /// Returns the course of a name; case, accents and punctuation do not count.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownCourse(_:)``.
  public func course(named name: String) throws(ScoreStoreError) -> Course {
    let found = try database.first(
      "SELECT name, pars FROM courses WHERE name_key = ?", [.text(NameKey(name).letters)],
      database.course)
    guard let found else { throw .refused(.unknownCourse(name)) }
    return found
  }

  /// Adds a course.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/courseExists(_:)``.
  public func addCourse(_ course: Course) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in try database.insert(course) }
  }

  /// Replaces a course by another, which may have another name; rounds keep what they had.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownCourse(_:)``, or
  ///   ``ScoreLogRefusal/courseExists(_:)`` where the new name is that of a third course.
  public func changeCourse(named name: String, to course: Course) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in
      try database.delete(courseNamed: name)
      try database.insert(course)
    }
  }

  /// Removes a course; rounds keep what they had.
  ///
  /// - Throws: ``ScoreStoreError/refused(_:)`` with ``ScoreLogRefusal/unknownCourse(_:)``.
  public func removeCourse(named name: String) throws(ScoreStoreError) {
    try database.write { () throws(ScoreStoreError) in try database.delete(courseNamed: name) }
  }
}

extension Database {
  func insert(_ course: Course) throws(ScoreStoreError) {
    let key = NameKey(course.name).letters
    if try exists("SELECT 1 FROM courses WHERE name_key = ?", [.text(key)]) {
      throw .refused(.courseExists(course.name))
    }
    try run(
      "INSERT INTO courses (name_key, name, pars) VALUES (?, ?, ?)",
      [.text(key), .text(course.name), .text(Pars.text(course.pars))])
  }

  fileprivate func delete(courseNamed name: String) throws(ScoreStoreError) {
    let key = NameKey(name).letters
    guard try exists("SELECT 1 FROM courses WHERE name_key = ?", [.text(key)]) else {
      throw .refused(.unknownCourse(name))
    }
    try run("DELETE FROM courses WHERE name_key = ?", [.text(key)])
  }

  fileprivate func course(_ row: PreparedStatement) throws(ScoreStoreError) -> Course {
    let name = try row.requiredText(0)
    do throws(CourseError) {
      return try Course(name: name, pars: Pars.numbers(row.text(1) ?? ""))
    } catch {
      throw .corrupt(path: path, reason: "course \"\(name)\": \(error)")
    }
  }
}
