import Foundation
import Testing

@testable import CareModels

@Suite struct UUIDParsingTests {
    @Test func itIsReadInEitherCase() {
        let id = UUID()
        #expect(UUID(strictly: id.uuidString) == id)
        #expect(UUID(strictly: id.uuidString.lowercased()) == id)
        #expect(UUID(strictly: "0198c5b2-7D7E-7cc0-8a4f-2f6f0f6f9d11")?.uuidString == "0198C5B2-7D7E-7CC0-8A4F-2F6F0F6F9D11")
    }

    /// The first is a UUID to Foundation.
    @Test(arguments: [
        "011e-400-3c4d-7b5e-a6f7-081929384756", "0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d +", "+198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11", "",
        "0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d1", "0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d111", "0198c5b27d7e7cc08a4f2f6f0f6f9d11",
        "{0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11}", "0198c5b2_7d7e_7cc0_8a4f_2f6f0f6f9d11", "0198c5bg-7d7e-7cc0-8a4f-2f6f0f6f9d11",
        "\u{ff10}198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11", "0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11 "
    ])
    func nothingElseIsOne(_ text: String) { #expect(UUID(strictly: text) == nil) }
}
