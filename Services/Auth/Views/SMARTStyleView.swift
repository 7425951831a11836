import CareModels
import Crypto
import HTTP
import JSON

/// How the platform's pages look, for an app that is opened from them (SMART App Launch 2.2, "SMART App Styling"): the same for everybody.
struct SMARTStyleView: Encodable, Sendable {
    static let path = "/oauth/smart-style"

    let color_background = PagePalette.ground
    let color_error = PagePalette.danger
    let color_highlight = PagePalette.accent
    let color_text = PagePalette.ink
    let dim_border_radius = "8px"
    let dim_font_size = "16px"
    let dim_spacing_size = "16px"
    let font_family_body = Style.fonts
    let font_family_heading = Style.fonts

    /// Another one for other contents, since apps take the address for a version.
    static func address(issuer: String) -> String { "\(issuer)\(path)?v=\(version)" }

    static let version: String = {
        // Constant texts alone: they can be written.
        guard let bytes = try? CareJSON.bytes(of: SMARTStyleView()) else { preconditionFailure("a style of texts cannot be written") }
        return Base64URL.encode(Array(SHA256.hash(data: bytes).prefix(9)))
    }()
}
