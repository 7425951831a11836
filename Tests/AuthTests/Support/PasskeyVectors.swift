import CareModels
import Foundation

@testable import AuthService

/// Credentials and what they sign, made by Python's `cryptography`: for `https://care.example`, the challenge the bytes 0 to 31, the credential's id those from 0 to 15.
enum PasskeyVectors {
    static let party = RelyingParty(issuer: "https://care.example")!
    static let challenge = [UInt8](0..<32)
    static let credential = [UInt8](0..<16)

    static let es256Key = bytes(
        """
        a50102032620012158204231726d63c681393380cf67036567db533ff863af42bc601486d04fd7445dd82258206fb0c278194ee1b0bc487c5acf4018bb57298bfab8eb5210c0\
        32b9e0d7632603
        """)
    static let rs256Key = bytes(
        """
        a401030339010020590100a34cd8ddb6d6e722c70c39efd242e9fc71672799d1e23a74238356b0aab2feaa49e9e566504345ef430bf74429bf7132ed040d757c1cec0214d689\
        ca14cfd122402a652cb5d42df8f6f2a45f7974209378023ae1f8f698c94c641c5bb2e49f050091709cac3b9860d2ab7ddbdbdc4a5c0fd0f78e7d9be34f00c6c673a804919818\
        082883a6c03b57a95ae2fcadaa8d16dd5f69d0e88ba038b4bfd83c0bb36af4455d33d4838aa7164b47b82f89e7f0c2ea50055436bac5ab1208efcc2bab451aed426bb120199a\
        19cf59d786baa4a4a403ec1a157bf54ed091964486b8674d40f351afe4d94e845d56be1ede8d5a48c84feaa27cb1711b28a0960d6ee3e89d292143010001
        """)
    /// Of the format `none`, flags UP, UV and AT, the counter 0.
    static let es256Attestation = bytes(
        """
        a363666d74646e6f6e656761747453746d74a06861757468446174615894a6e87dce4c7472112a0013acaf330c7af2dad9a2555c6bf235d19055641398fc4500000000000000\
        000000000000000000000000000010000102030405060708090a0b0c0d0e0fa50102032620012158204231726d63c681393380cf67036567db533ff863af42bc601486d04fd7\
        445dd82258206fb0c278194ee1b0bc487c5acf4018bb57298bfab8eb5210c032b9e0d7632603
        """)
    static let rs256Attestation = bytes(
        """
        a363666d74646e6f6e656761747453746d74a0686175746844617461590157a6e87dce4c7472112a0013acaf330c7af2dad9a2555c6bf235d19055641398fc45000000000000\
        00000000000000000000000000000010000102030405060708090a0b0c0d0e0fa401030339010020590100a34cd8ddb6d6e722c70c39efd242e9fc71672799d1e23a74238356\
        b0aab2feaa49e9e566504345ef430bf74429bf7132ed040d757c1cec0214d689ca14cfd122402a652cb5d42df8f6f2a45f7974209378023ae1f8f698c94c641c5bb2e49f0500\
        91709cac3b9860d2ab7ddbdbdc4a5c0fd0f78e7d9be34f00c6c673a804919818082883a6c03b57a95ae2fcadaa8d16dd5f69d0e88ba038b4bfd83c0bb36af4455d33d4838aa7\
        164b47b82f89e7f0c2ea50055436bac5ab1208efcc2bab451aed426bb120199a19cf59d786baa4a4a403ec1a157bf54ed091964486b8674d40f351afe4d94e845d56be1ede8d\
        5a48c84feaa27cb1711b28a0960d6ee3e89d292143010001
        """)
    /// Flags UP and UV, the counter 7.
    static let assertionData = bytes(
        """
        a6e87dce4c7472112a0013acaf330c7af2dad9a2555c6bf235d19055641398fc0500000007
        """)
    static let es256Signature = bytes(
        """
        3044022075e051175da76f930ea13d4d3ee2d132eb2ee1cd95d077dad3bd9d5f4bed70a60220134d706e352db5f1eeed53365e515585a42b24a54d43938a960f581d2ca1d505
        """)
    static let rs256Signature = bytes(
        """
        2c755e7315a158b85864b1323df33498a249245d5ccbe41bfd691a458770e6728f7de5632e073984346b57ded55736e8f253c55a515fa600e34ae53737d9328433f5cd13fd34\
        1eceb24cb051b33ecdd0160c584ec9c2ce1f395cb5e7497efa6127eb20262f2a5b091f43465669352efc0032670cbcb3e2c83592414fa22075f4e62b5409c73eba2d3d70635a\
        811e27d27d999931c66f739e83bf346fcd9d6bb913e0ecb359cab77416b1d405f5fa133d61b40d90d8010a7a67f97de3df49b21c2ab44c736d0a76edef8018a88376781d58c0\
        9655ff4fc42cc547e42782e5eefda980ab6362d93cefdf801f62d18e20adbda2a22e01c93f5761b16f023685776e
        """)

    static func clientData(_ type: String, challenge: [UInt8] = challenge, origin: String = "https://care.example", more: String = "") -> String {
        #"{"type":"\#(type)","challenge":"\#(Base64URL.encode(challenge))","origin":"\#(origin)","crossOrigin":false\#(more)}"#
    }

    static func registration(_ attestation: [UInt8], clientData: String = clientData("webauthn.create"), id: [UInt8] = credential) -> PasskeyRegistration.Sent {
        let id = Base64URL.encode(id)
        return PasskeyRegistration.Sent(
            id: id, rawId: id, type: "public-key",
            response: .init(
                clientDataJSON: Base64URL.encode(Array(clientData.utf8)), attestationObject: Base64URL.encode(attestation), transports: ["internal", "hybrid"]))
    }

    static func assertion(
        _ signature: [UInt8] = es256Signature, data: [UInt8] = assertionData, clientData: String = clientData("webauthn.get"), handle: String? = nil
    ) -> PasskeyAssertion.Sent {
        let id = Base64URL.encode(credential)
        return PasskeyAssertion.Sent(
            id: id, rawId: id, type: "public-key",
            response: .init(
                clientDataJSON: Base64URL.encode(Array(clientData.utf8)), authenticatorData: Base64URL.encode(data), signature: Base64URL.encode(signature),
                userHandle: handle))
    }

    static func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

    static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8).map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
