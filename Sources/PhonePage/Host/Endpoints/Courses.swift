internal import HyzerBase
internal import ScoreLog

private struct WrittenCourse: Decodable {
  let name: String
  let pars: [Int]
  /// The name of the one whose place it takes.
  let replacing: String?
}

private struct NamedCourse: Decodable {
  let name: String
}

// The courses of which rounds are made.
extension LiveHost {
  func courses(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    .json(OrderedObject(members: [("courses", try store.courses().map(\.object))]).json)
  }

  /// Adds a course, or puts it in the place of another; rounds keep what they had.
  func writeCourse(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    guard let written = request.object(WrittenCourse.self) else {
      return .error(400, "give {\"name\": …, \"pars\": [3, …]}")
    }
    let name = written.name.trimmed
    if let fault = PhoneEvents.fault(ofName: name) { return .error(400, fault) }
    let course: Course
    do {
      course = try Course(name: name, pars: written.pars)
    } catch {
      return .error(400, "\(error)")
    }
    do {
      if let replaced = written.replacing {
        try store.changeCourse(named: replaced, to: course)
      } else {
        guard try store.courses().count < Admission.mostCourses else {
          return .error(403, "there are \(Admission.mostCourses) courses; delete one of them")
        }
        try store.addCourse(course)
      }
    } catch .refused(.courseExists(let name)) {
      return .error(409, "there is a course called \"\(name)\" already; give another name")
    } catch .refused(.unknownCourse(let name)) {
      return .noCourse(name)
    }
    return .json(course.object.json)
  }

  func deleteCourse(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    guard let named = request.object(NamedCourse.self) else {
      return .error(400, "give {\"name\": …}")
    }
    do {
      try store.removeCourse(named: named.name)
    } catch .refused(.unknownCourse(let name)) {
      return .noCourse(name)
    }
    return .json("{}")
  }
}

extension WebResponse {
  /// An answer that a course is not there, or not any more.
  static func noCourse(_ name: String) -> WebResponse {
    .error(404, "there is no course \"\(name.prefix(Player.longestName))\"; choose another")
  }
}

extension Course {
  fileprivate var object: OrderedObject {
    OrderedObject(members: [("name", name), ("pars", pars)])
  }
}
