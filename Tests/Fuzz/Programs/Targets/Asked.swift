import CareModels
import FHIR
import Foundation

@testable import AuthService
@testable import MessagingService
@testable import RecordsService

extension FuzzTarget {
    /// What somebody asks by a few words of an address, a form or a body of its own: of the log of who used a record, of places in lists, of what a login is to tell of a
    /// person, of a log-out, of a resource that is to be looked at; and what a file is called.
    static let asked = FuzzTarget("asked", longest: 1024) { input in
        let text = String(decoding: input, as: UTF8.self)
        accessLog(text)
        if let place = NotedID(text) { expect(NotedID(place.description) == place, "\(place) is not read again") }
        if let place = PersonsPlace(text) { expect(PersonsPlace(place.description) == place, "\(place) is not read again") }
        claims(text)
        logout(text)
        if let wish = try? ValidationWish(input, type: "Patient", id: nil, query: (nil, nil), .r4) {
            expect(wish.resource != nil && wish.mode?.isOfStored != true, "nothing is to be looked at")
        }
        fileName(text)
        if let version = SemanticVersion(text) {
            expect(!(version < version), "\(text) is before itself")
            let others = ["0.0.0-0", "1.0.0-a.1", "1.0.0", "999999999.0.0"].compactMap { SemanticVersion($0) }
            for other in others { expect(!(version < other && other < version), "\(text) is before what is before it") }
        }
    }

    /// However many values there are, and in whatever order, each thing of an event is looked for once.
    private static func accessLog(_ text: String) {
        let record = UserID(UUID(uuid: (1, 156, 160, 0, 85, 170, 125, 16, 143, 59, 154, 28, 46, 77, 111, 128)))
        let event = AccessEvent(
            at: Date(timeIntervalSince1970: 0), action: .read, interaction: "read", actor: record, role: .patient, client: "app", purpose: .treatment, request: "r",
            things: [AccessEvent.Thing(action: .read, type: "Observation", id: "a"), AccessEvent.Thing(action: .read, type: "Condition")])
        let turned = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).reversed().map { String(Substring($0)) }.joined(separator: ",")
        for parameter in AccessSearch.parameters {
            var (search, other, looks) = (AccessSearch(), AccessSearch(), 0)
            guard (try? search.add(parameter, text, base: "https://care.test/fhir/r4")) != nil else { continue }
            let holds = search.holds(of: event, in: record, &looks)
            expect((1...1 + event.things.count).contains(looks), "\(looks) looks")
            guard (try? other.add(parameter, turned, base: "https://care.test/fhir/r4")) != nil else { fatalError("in another order it is refused") }
            expect(other.holds(of: event, in: record, &looks) == holds, "in another order it finds something else")
        }
    }

    private static let app = Client(
        id: "app", name: "An app", kind: .public, secretHash: nil, redirectURIs: ["https://app.example/callback"], scopes: ["openid", "profile"],
        grants: [.authorizationCode], isFirstParty: false, postLogoutRedirectURIs: ["https://app.example/bye"])

    private static func claims(_ text: String) {
        guard let claims = try? ClaimsRequest(text, of: app) else { return }
        expect(claims.scopes.isSubset(of: app.scopes), "claims of scopes that the app may not have")
        expect(claims.subjects.count <= 2, "\(claims.subjects.count) persons")
        expect(claims.contexts.isEmpty || !Set(claims.contexts).isDisjoint(with: AuthenticationContext.supported), "a context that nobody reaches")
    }

    private static func logout(_ text: String) {
        guard let parameters = try? LogoutRequest.Parameters(FormEncoding.again(text)), let request = try? LogoutRequest(parameters, hint: nil, client: app),
            let target = request.target
        else { return }
        expect(target.redirectURI == "https://app.example/bye" && (target.state?.utf8.count ?? 0) <= 2048, "sent to \(target.redirectURI)")
    }

    private static func fileName(_ text: String) {
        let name = String(String.UnicodeScalarView(text.unicodeScalars.prefix(FileName.most)))
        for type in ["application/pdf", "image/jpeg"] {
            let shown = FileName.fitting(name, type)
            expect(shown.unicodeScalars.count <= FileName.most, "\(shown.unicodeScalars.count) code points")
            expect(FileName.fitting(shown, type) == shown, "it is called otherwise the second time")
            let ending = String(String.UnicodeScalarView(shown.unicodeScalars.suffix(4))).lowercased()
            expect(type == "image/jpeg" || ending == ".pdf", "\(ending) is no PDF's")
        }
    }
}
