import CareModels
import Foundation
import Sealing
import Testing

@testable import AuthService

@Suite struct RSAWebKeyTests {
    /// Made by OpenSSL (`rsa -RSAPublicKey_out`), which says what its modulus is.
    private static let der = Data(
        base64Encoded: """
            MIGJAoGBAJV1KnYksL2Zo7tcJXUV82kFyJkGscH2OAmv8GstDBJZCgUHrnSobxuRZtzSqduVAB0kEGLLhUI0duNfk34ATuhCUaV/npffl4y4ikQ0BBj0xTKHJ7RqmlTuETg+/+nZGQpuT3um\
            B2ZqqwUo9sIXXSA4fGyG5sRjINXdP7prWKBNAgMBAAE=
            """)
    private static let modulus = """
        lXUqdiSwvZmju1wldRXzaQXImQaxwfY4Ca_way0MElkKBQeudKhvG5Fm3NKp25UAHSQQYsuFQjR241-TfgBO6EJRpX-el9-XjLiKRDQEGPTFMocntGqaVO4ROD7_6dkZCm5Pe6YHZmqrBSj2whddIDh8\
        bIbmxGMg1d0_umtYoE0
        """

    @Test func modulusAndExponent() throws {
        let der = try #require(Self.der)
        let key = try #require(RSAWebKey(kid: "k", pkcs1: Array(der)))
        #expect(key.n == Self.modulus)
        #expect(key.e == "AQAB")
        let (modulus, exponent) = (try #require(Base64URL.decode(key.n)), try #require(Base64URL.decode(key.e)))
        #expect(RSAVerificationKey.pkcs1(modulus: modulus, exponent: exponent) == Array(der))
    }

    @Test(arguments: [[], [0x30], [0x30, 0x80], [0x30, 3, 2, 1, 1], [0x30, 0x82, 1], [0x31, 6, 2, 1, 3, 2, 1, 3], [0x30, 6, 2, 1, 3, 2, 1, 3, 0]] as [[UInt8]])
    func whatIsNoKey(_ bytes: [UInt8]) { #expect(RSAWebKey(kid: "k", pkcs1: bytes) == nil) }

    @Test func aKeyThatIsCutShort() throws {
        let der = Array(try #require(Self.der))
        for length in [1, 3, 60, der.count - 1] { #expect(RSAWebKey(kid: "k", pkcs1: Array(der.prefix(length))) == nil) }
    }
}
