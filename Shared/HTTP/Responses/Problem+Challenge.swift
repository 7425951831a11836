import CareModels

extension Problem {
    /// Where a token is wanted (RFC 6750, section 3).
    static let challenge = "\(bearer) realm=\"careline\""

    private static let header = "WWW-Authenticate"
    private static let (bearer, proving) = ("Bearer", "DPoP")

    /// As whoever sent a token with their request hears it: in the scheme by which it came (RFC 9449, section 7.1; RFC 9470, section 3), and, where it let nobody
    /// in, that it was the token (RFC 6750, section 3.1).
    func answering(_ request: HTTPHeaders) -> Problem {
        guard let said = headers.first(name: Self.header), said.hasPrefix(Self.bearer), let scheme = Self.scheme(request) else { return self }
        var challenge = said
        if type == .unauthorized, said == Self.challenge { challenge += ", error=\"invalid_token\"" }
        if scheme == Self.proving { challenge = scheme + String(challenge.dropFirst(Self.bearer.count)) }
        var problem = self
        problem.headers.replaceOrAdd(name: Self.header, value: challenge)
        return problem
    }

    /// By which a token came; nil when none did.
    private static func scheme(_ request: HTTPHeaders) -> String? {
        let values = request["Authorization"]
        guard values.count == 1, let value = values.first, let space = value.utf8.firstIndex(of: 0x20) else { return nil }
        // By their bytes: what somebody sends may be long to compare as text.
        let name = value.utf8[..<space].lazy.map { $0 | 0x20 }
        return [bearer, proving].first { $0.utf8.lazy.map { $0 | 0x20 }.elementsEqual(name) }
    }
}
