import Foundation
import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct NetworkFileTests {
  private static func fixture() -> NetworkFixture {
    NetworkFixture(
      layers: [.init(3, 4, [-1, 0, 1]), .init(4, 4, [0], stride: 2, isRectified: false)],
      classes: 2,
      senones: 6)
  }

  private func error(_ bytes: [UInt8]) -> NetworkError? {
    do throws(NetworkError) {
      _ = try AcousticNetwork(Data(bytes).bytes, name: "a.network")
      return nil
    } catch {
      return error
    }
  }

  @Test func `a file that is no network is foreign`() throws {
    for bytes in [
      [], Array("HYZRNET".utf8), Array("HYZRNET2........".utf8), Array("RIFF....".utf8),
    ] {
      #expect(error(bytes) == .foreign("a.network"))
    }
    #expect(
      NetworkError.foreign("a.network").description
        == "\"a.network\" is no acoustic network: it does not begin with HYZRNET1; name another file"
    )
  }

  @Test func `a file that ends anywhere, or goes on, has another size or checksum`() throws {
    let whole = try Self.fixture().file()
    #expect(error(whole) == nil)
    let headerEnd = 12 + (try Self.fixture().header().count)
    for count in 12..<whole.count {
      let expected: NetworkError = .wrongSize(
        "a.network", bytes: count, expected: count < headerEnd + 4 ? headerEnd + 4 : whole.count)
      #expect(error(Array(whole[..<count])) == expected, "\(count)")
    }
    #expect(
      error(whole + [0])?.description
        == "the acoustic network \"a.network\" has \(whole.count + 1) bytes in place of "
        + "\(whole.count); copy it again")
  }

  @Test func `a file with one bit of another kind is damaged, or not one at all`() throws {
    let whole = try Self.fixture().file()
    let headerEnd = 12 + (try Self.fixture().header().count)
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 1 << (index % 8)
      switch error(bytes) {
      case .foreign: #expect(index < 8)
      // What the header says of sizes goes before the checksum.
      case .wrongSize: #expect(index < headerEnd)
      case .damaged: break
      case let other: Issue.record("byte \(index): \(String(describing: other))")
      }
    }
    #expect(
      NetworkError.damaged("a.network").description
        == "the acoustic network \"a.network\" is damaged: its checksum (CRC-32) is another one; "
        + "copy it again")
  }

  struct Flaw: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout NetworkFixture) -> Void

    init(_ reason: String, _ change: @escaping @Sendable (inout NetworkFixture) -> Void) {
      testDescription = reason
      self.change = change
    }
  }

  @Test(arguments: [
    Flaw("it has 0 bands") { $0.bands = 0 },
    Flaw("its bands reach from 60.0 to 8001.0 Hz") { $0.highHz = 8001 },
    Flaw("its bands reach from 60.0 to 60.0 Hz") { $0.highHz = 60 },
    Flaw("its mean is over -1 frames before and after a frame") { $0.meanHalfWindow = -1 },
    Flaw("it has 0 classes") { $0.classes = 0 },
    Flaw("it has 0 senones") { $0.senoneClasses = [] },
    Flaw("it has 32768 senones") { $0.senoneClasses = Array(repeating: 0, count: 32_768) },
    Flaw("its classes of silence are []") { $0.silence = [] },
    Flaw("its classes of silence are [2]") { $0.silence = [2] },
    Flaw("layer 0 reads 3 numbers of 4") { $0.bands = 4 },
    Flaw("layer 1 reads 5 numbers of 4") { $0.layers[1].inputs = 5 },
    Flaw("layer 0 returns 0 numbers") { $0.layers[0].outputs = 0 },
    Flaw("layer 0 returns 9223372036854775807 numbers") { $0.layers[0].outputs = .max },
    Flaw("layer 0 has the offsets []") { $0.layers[0].offsets = [] },
    Flaw("layer 0 has the offsets [1001]") { $0.layers[0].offsets = [1001] },
    Flaw("layer 0 has the offsets [-9223372036854775808]") { $0.layers[0].offsets = [.min] },
    Flaw("layer 0 has a stride of 0") { $0.layers[0].stride = 0 },
    Flaw("its strides are [1, 1], which is not one frame in 2") { $0.layers[1].stride = 1 },
    Flaw("its strides are [2, 2], which is not one frame in 2") { $0.layers[0].stride = 2 },
    Flaw("layer 0 is residual, and of another shape than what it reads") {
      $0.layers[0].isResidual = true
    },
    Flaw("layer 1 is residual, and of another shape than what it reads") {
      $0.layers[1].isResidual = true
    },
    Flaw("layer 0 of 2 is affine") { $0.layers[0].isRectified = false },
    Flaw("its last layer is rectified") { $0.layers[1].isRectified = true },
    Flaw("it has 0 layers") { $0.layers = [] },
    Flaw("its last layer returns 4 numbers for 1 classes") { $0.classes = 1 },
    Flaw("layer 0 has numbers that are not finite") { $0.layers[0].weights[5] = .nan },
    Flaw("layer 1 has numbers that are not finite") { $0.layers[1].weights[5] = -.infinity },
    Flaw("layer 0 has numbers that are not finite") { $0.layers[0].bias[0] = .nan },
    Flaw("layer 0 has numbers that are not finite") { $0.layers[0].scale[3] = .infinity },
    Flaw("layer 0 has numbers that are not finite") { $0.layers[0].shift[1] = .nan },
    Flaw("a class prior is no logarithm of a likelihood") { $0.logPriors[1] = -.infinity },
    Flaw("a class prior is no logarithm of a likelihood") { $0.logPriors[0] = 0.1 },
    Flaw("senone 4 has the class 2 of 2") { $0.senoneClasses[4] = 2 },
  ])
  func `a file that contradicts itself says where`(_ flaw: Flaw) throws {
    var fixture = Self.fixture()
    flaw.change(&fixture)
    #expect(
      error(try fixture.file()) == .inconsistent("a.network", reason: flaw.testDescription))
  }

  @Test(
    arguments: [
      (["bands": "many"], "expected a whole number at bands"),
      (["card": ["loss": 1]], "expected a string at card.loss"),
      (["layers": [["inputs": 3]]], "\"outputs\" is missing at layers[0]"),
    ] as [([String: any Sendable], String)])
  func `a header of another form says which part`(
    changes: [String: any Sendable], reason: String
  ) throws {
    #expect(
      error(try Self.fixture().file(changes))
        == .inconsistent("a.network", reason: "its header is not what it should be: \(reason)"))
  }

  @Test func `a header that is no JSON is reported in one line`() {
    let file = NetworkFixture.file(header: Array("{\n".utf8), content: [])
    #expect(
      error(file)?.description
        == "the acoustic network \"a.network\" makes no sense: its header is not what it should be: "
        + "not valid JSON; write it again")
  }

  @Test func `a file that is not there is reported`() throws {
    let error = #expect(throws: NetworkError.self) { try AcousticNetwork(path: "/nowhere/a") }
    let description = try #require(error).description
    #expect(description.hasPrefix("the acoustic network \"/nowhere/a\" cannot be read: "))
    #expect(!description.contains("\n"))
  }
}
