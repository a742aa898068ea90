/// Why a file is no photo that can be read; its description is one line.
package enum PhotoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file has nothing in it.
  case empty(String)
  /// The file is a picture, or something else, of a kind that is not read.
  case otherKind(String, PhotoKind)
  /// The file has more bytes than are read.
  case tooLong(String)
  /// The picture has more pixels than are read.
  case tooLarge(String, width: Int, height: Int)
  /// The picture has too few pixels for anything to be seen.
  case tooSmall(String, width: Int, height: Int)
  /// The colours are those of print.
  case forPrint(String)
  /// The picture is cut off or damaged; `reason` is what the library says.
  case damaged(String, reason: String)

  package var description: String {
    switch self {
    case .empty(let name): "\"\(name)\" is empty; copy the photo again"
    case .otherKind(let name, let kind):
      switch kind.isPicture {
      case true: "\"\(name)\" is a \(kind.rawValue) picture; save it as JPEG"
      case false: "\"\(name)\" is \(kind.rawValue) and no photo; give a JPEG or PNG picture"
      }
    case .tooLong(let name):
      "\"\(name)\" has more than \(Photo.mostBytes / 1_000_000) MB; save it smaller"
    case .tooLarge(let name, let width, let height):
      "\"\(name)\" has \(width) x \(height) pixels, more than \(Photo.mostPixels / 1_000_000) "
        + "million; save it smaller"
    case .tooSmall(let name, let width, let height):
      "\"\(name)\" has only \(width) x \(height) pixels; give one whose sides have "
        + "\(Photo.leastSide) at least"
    case .forPrint(let name):
      "\"\(name)\" is a JPEG in the colours of print (CMYK); save it in RGB"
    case .damaged(let name, let reason):
      "\"\(name)\" is cut off or damaged: \(reason); copy or take it again"
    }
  }
}
