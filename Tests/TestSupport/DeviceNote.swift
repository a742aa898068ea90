import Foundation

/// Lets the note beside a score log's file be of that file, as where a whole disk is restored.
public func renewDeviceNote(ofLog path: String) throws {
  let note = URL(fileURLWithPath: path + ".device")
  let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
  let words = try String(contentsOf: note, encoding: .utf8).split(whereSeparator: \.isWhitespace)
  let text = (words.prefix(3).map { String($0) } + ["\(number ?? 0)"]).joined(separator: " ")
  try Data(text.utf8).write(to: note)
}
