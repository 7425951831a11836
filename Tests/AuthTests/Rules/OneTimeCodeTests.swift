import Foundation
import Testing

@testable import AuthService

@Suite struct OneTimeCodeTests {
    /// Of RFC 6238's appendix B, and of RFC 4226's appendix D.
    static let secret = Array("12345678901234567890".utf8)

    /// RFC 6238, appendix B, SHA-1.
    @Test(
        arguments: [
            (59, 0x1, "94287082"), (1_111_111_109, 0x23523EC, "07081804"), (1_111_111_111, 0x23523ED, "14050471"), (1_234_567_890, 0x273EF07, "89005924"),
            (2_000_000_000, 0x3F940AA, "69279037"), (20_000_000_000, 0x27BC86AA, "65353130")
        ] as [(Double, Int64, String)])
    func theStandardsTable(_ time: Double, _ step: Int64, _ code: String) {
        #expect(OneTimeCode.step(at: Date(timeIntervalSince1970: time)) == step)
        #expect(OneTimeCode.code(Self.secret, step: step, digits: 8) == code)
        // What is shown is the end of the same number.
        #expect(OneTimeCode.code(Self.secret, step: step) == String(code.suffix(6)))
    }

    /// RFC 4226, appendix D.
    @Test(arguments: zip(0..<10, ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]))
    func theTableBeneathIt(_ counter: Int, _ code: String) { #expect(OneTimeCode.code(Self.secret, step: Int64(counter)) == code) }

    @Test(arguments: [(-2, false), (-1, true), (0, true), (1, true), (2, false)] as [(Int64, Bool)])
    func oneStepBeforeAndAfter(_ offset: Int64, _ isTaken: Bool) {
        let now = Date(timeIntervalSince1970: 1_234_567_890)
        let step = OneTimeCode.step(at: now) + offset
        #expect(OneTimeCode.step(of: OneTimeCode.code(Self.secret, step: step), Self.secret, now: now) == (isTaken ? step : nil))
    }

    @Test(
        arguments: [
            ("005924", "005924"), (" 005 924 ", "005924"), ("005-924", "005924"), ("05924", nil), ("0005924", nil), ("00592x", nil), ("٠٠٥٩٢٤", nil), ("", nil)
        ] as [(String, String?)])
    func howItIsTyped(_ typed: String, _ read: String?) { #expect(OneTimeCode.normalize(typed) == read) }

    @Test func whatAppsRead() {
        #expect(
            OneTimeCode.address(secret: Self.secret, username: "ada.o'k")
                == "otpauth://totp/Careline%3Aada%2Eo%27k?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Careline")
    }

    /// RFC 4648, 10, without the padding.
    @Test(
        arguments: [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI")]
            as [(String, String)])
    func base32(_ text: String, _ encoded: String) { #expect(Base32.encode(Array(text.utf8)) == encoded) }

    @Test func aRecoveryCodeHoweverItIsTyped() {
        let text = RecoveryCode.text((0..<RecoveryCode.size).map { UInt8(17 * $0) })
        #expect(text == "aais-em2e-kvth-pcez-vk54-zxpo")
        let hash = RecoveryCode.hash(text)
        #expect(hash != nil && RecoveryCode.hash(" AAISEM2E kvthpcezvk54zxpo") == hash)
        #expect(RecoveryCode.hash("aais-em2e-kvth-pcez-vk54-zxpb") != hash)
        for wrong in ["", "123456", "aais-em2e-kvth-pcez-vk54-zxp", "aais-em2e-kvth-pcez-vk54-zxp1", "aais-em2e-kvth-pcez-vk54-zxpob"] {
            #expect(RecoveryCode.hash(wrong) == nil)
        }
    }
}
