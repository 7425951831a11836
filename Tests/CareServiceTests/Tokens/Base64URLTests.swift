import CareModels
import Testing

struct Base64URLTests {
    @Test(arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy")])
    func followsTheVectorsOfTheRFC(_ text: String, _ encoded: String) {
        #expect(Base64URL.encode(text.utf8) == encoded)
        #expect(Base64URL.decode(encoded) == Array(text.utf8))
    }

    @Test func usesTheSafeAlphabet() {
        #expect(Base64URL.encode([0xFB, 0xFF, 0xFE]) == "-__-")
        let all = (0...255).map { UInt8($0) }
        #expect(Base64URL.decode(Base64URL.encode(all)) == all)
    }

    @Test(arguments: ["Z", "Zg==", "Zh", "Zm9", "Z g", "Zm+v", "Zm/v", "Zé"]) func refusesOtherSpellings(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
