import CareModels
import Foundation

@testable import AuthService

extension FuzzTarget {
    /// Percent and form coding (RFC 3986, section 2.1; application/x-www-form-urlencoded): the kit's for paths, queries and forms, by which
    /// Auth reads too, and what Auth spells.
    static let percent = FuzzTarget("percent") { input in
        for plusIsSpace in [false, true] {
            guard let text = PercentCoding.decode(input, plusIsSpace: plusIsSpace) else { continue }
            expect(!text.utf8.contains(0), "a NUL got through")
            expect(text.utf8.count <= input.count, "decoding made it longer")
            let encoded = FormEncoding.encode(text)
            expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "an encoded text is not plain: \(encoded)")
            expect(PercentCoding.decode(encoded.utf8, plusIsSpace: plusIsSpace) == text, "encoded and decoded is another text")
        }
        if let list = try? PercentCoding.list(input) { checkPairs(list) }
        if let pairs = try? PercentCoding.pairs(input) {
            let list = (try? PercentCoding.list(input)) ?? []
            expect((pairs.values.count == list.count) == pairs.twice.isEmpty, "a name that comes twice was taken")
        }
    }

    private static func checkPairs(_ list: [(name: String, value: String)]) {
        expect(list.allSatisfy { !$0.name.isEmpty }, "a pair without a name")
        let spelled = FormEncoding.encode(list.map { ($0.name, $0.value) })
        let again = unwrap(try? PercentCoding.list(spelled.utf8), "what was read cannot be spelled: \(spelled)")
        expect(again.elementsEqual(list) { $0.name == $1.name && $0.value == $1.value }, "spelled and read is another list")
    }
}
