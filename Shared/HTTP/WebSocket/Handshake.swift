import CareModels
import Crypto
import Foundation

/// The opening handshake (RFC 6455, section 4.2).
enum Handshake {
    /// `Sec-WebSocket-Accept`, when the request is a WebSocket's; the problem otherwise.
    static func accept(_ request: Request) throws -> String {
        let headers = request.headers
        // Upgrade means nothing in HTTP/1.0 (RFC 9110, section 7.8), and nothing but a GET opens a WebSocket.
        guard request.version.minor > 0, request.method == .GET, tokens(headers, "Upgrade").contains("websocket"), tokens(headers, "Connection").contains("upgrade")
        else {
            throw Problem(
                .webSocketExpected, detail: "Open it with a WebSocket client: Connection: Upgrade, Upgrade: websocket.", headers: ["Upgrade": "websocket"])
        }
        guard headers["Sec-WebSocket-Version"] == ["13"] else {
            throw Problem(
                .webSocketVersion, detail: "Version 13 is.", headers: ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"])
        }
        let keys = headers["Sec-WebSocket-Key"]
        guard keys.count == 1, let key = keys.first, Data(base64Encoded: key)?.count == 16 else {
            throw Problem.invalid(Fault("Sec-WebSocket-Key", "must be 16 bytes in base64, once"))
        }
        let digest = Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        return Data(digest).base64EncodedString()
    }

    /// Browsers name the page's origin with every handshake, and their users' cookies or tickets must not serve a foreign page
    /// (section 10.2). Other clients name none.
    static func checkOrigin(_ request: Request) throws {
        for origin in request.headers["Origin"] where !request.origins.admits(origin) { throw Problem.originNotAllowed }
    }

    private static func tokens(_ headers: HTTPHeaders, _ name: String) -> [String] { headers[canonicalForm: name].map { $0.lowercased() } }
}
