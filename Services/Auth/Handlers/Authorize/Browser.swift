import CareModels
import Foundation
import HTTP

/// What a browser tells of itself by its cookies: a random id, which its forms are bound to, and the secret of its login.
struct Browser: Sendable {
    let id: String
    let isNew: Bool
    let session: String?
    /// What shows who has logged in with it before.
    let devices: [String]
    let device: SignInDevice
    private let isSecure: Bool

    init(_ request: Request, isSecure: Bool) {
        let cookies = request.cookies
        let known = cookies[Self.name("care_browser", isSecure)].flatMap { Base64URL.decode($0)?.count == 32 ? $0 : nil }
        id = known ?? Base64URL.encode(Secret.random())
        isNew = known == nil
        session = cookies[Self.name("care_session", isSecure)]
        devices = (cookies[Self.name("care_devices", isSecure)] ?? "").split(separator: ".").map(String.init)
        device = request.signInDevice
        self.isSecure = isSecure
    }

    var sessionHash: [UInt8]? { session.map(Secret.hash) }

    /// Sets the id when the browser had none.
    var headers: HTTPHeaders { isNew ? ["Set-Cookie": cookie("care_browser", id, maxAge: nil)] : [:] }

    func sessionHeaders(_ secret: String, maxAge: Int) -> HTTPHeaders { ["Set-Cookie": cookie("care_session", secret, maxAge: maxAge)] }

    func deviceHeaders(_ devices: [String], maxAge: Int) -> HTTPHeaders {
        ["Set-Cookie": cookie("care_devices", devices.joined(separator: "."), maxAge: maxAge)]
    }

    /// Takes the secret of its login from it.
    var loggedOutHeaders: HTTPHeaders { ["Set-Cookie": cookie("care_session", "", maxAge: 0)] }

    /// Lax: the redirect of an app to us has to bring it along.
    private func cookie(_ name: String, _ value: String, maxAge: Int?) -> String {
        let age = maxAge.map { "; Max-Age=\($0)" } ?? ""
        return "\(Self.name(name, isSecure))=\(value); Path=/; HttpOnly; SameSite=Lax\(age)" + (isSecure ? "; Secure" : "")
    }

    /// The prefix makes browsers refuse a cookie of that name from a neighbouring host (RFC 6265bis, 4.1.3.2).
    private static func name(_ name: String, _ isSecure: Bool) -> String { isSecure ? "__Host-\(name)" : name }
}

extension Request {
    var signInDevice: SignInDevice {
        SignInDevice(name: Device.name(headers.first(name: "User-Agent")), addressPrefix: AddressBlock.prefix(of: clientAddress))
    }
}
