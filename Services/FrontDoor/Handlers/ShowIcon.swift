import Foundation
import HTTP

/// The house's cross: what browsers ask for by themselves, and a tab of theirs shows.
struct ShowIcon: Sendable {
    static let path = "/favicon.ico"

    private static let document = ConstantDocument(
        image, type: "image/x-icon", lifetime: 86_400, tag: Fingerprint.entityTag(Fingerprint.of(image)))

    /// The first page's drawing in 32 × 32 points: one PNG in an ICO.
    private static let image = [UInt8](
        Data(
            base64Encoded: """
                AAABAAEAICAAAAEAIAB/AAAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAAEZJREFUeNpjYBgFJALulAIHfJgeDviPD486YNQBow4YdQClJdx/OmGHUQeMOmDU\
                AYPPAaMl4agDRh0w6oCh5ICB7ZoNOwAAn021PwZbjaoAAAAASUVORK5CYII=
                """) ?? Data())

    func handle(_ request: Request) throws -> Response { try Self.document.response() }
}
