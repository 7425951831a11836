import CareModels
import Foundation

@testable import HTTP
@testable import MessagingService
@testable import RecordsService

extension FuzzTarget {
    /// What a head says is wanted, and whose page asks: Accept in each of its readings, Prefer, Origin, Last-Event-ID. Several lines say what one line with commas says
    /// (RFC 9110, section 5.2).
    static let fields = FuzzTarget("fields", longest: 512) { input in
        let text = String(decoding: input, as: UTF8.self)
        let lines = text.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
        accept(text, lines)
        prefer(text, lines)
        origin(text)
        if let place = FeedPlace(text) { expect(place.sequence >= 0 && FeedPlace(place.description) == place, "\(place) is not read again") }
    }

    private static func asked(_ name: String, _ values: [String]) -> Request { .asking(values.map { (name, $0) }) }

    private static func accept(_ text: String, _ lines: [String]) {
        func takesResources(_ values: [String]) -> Bool { refusal { try FHIRMedia.checkAccept(asked("Accept", values)) } != nil }
        func form(_ values: [String]) -> BinaryForm? { refusal { try BinaryForm(asked("Accept", values)) } }
        func takesEvents(_ values: [String]) -> Bool { asked("Accept", values).asksForEventStream }
        expect(takesResources([text]) == takesResources(lines), "in several lines it takes something else")
        expect(takesResources([text, "application/fhir+json"]), "what is wanted is refused")
        expect(form([text]) == form(lines) && form([text]) != nil, "in several lines it is another form")
        expect(takesEvents([text]) == takesEvents(lines), "in several lines it takes no events")
        expect(takesEvents([text, "text/event-stream"]), "the events that it takes are not sent")
        if takesEvents([text]) { expect(Array(text.lowercased().utf8).firstRange(of: Array("text/event-stream".utf8)) != nil, "events that nobody asked for") }
        if text.utf8.allSatisfy({ $0 < 0x80 }) { expect(form([text.uppercased()]) == form([text]), "in capitals it is another form") }
        guard let query = refusal({ try QueryParameters(parsing: "_format=\(text)"[...], accepted: ["_format"]) }) else { return }
        let form = refusal { try BinaryForm(.asking([("Accept", "image/png")], query: query)) }
        expect(form == nil || form == .resource, "a resource's format is a file's")
    }

    private static func prefer(_ text: String, _ lines: [String]) {
        func preference(_ values: [String], _ standard: Preference) -> Preference { Preference(asked("Prefer", values), default: standard) }
        let (one, other) = (preference([text], .minimal), preference([text], .outcome))
        expect(one == other || (one == .minimal && other == .outcome), "\(one) or \(other)")
        expect(preference(lines, .minimal) == one && preference(lines, .outcome) == other, "in several lines it prefers something else")
        expect(preference([text, "return=minimal"], .outcome) == .minimal, "what is preferred is not answered")
        expect(Preference.isLenient(asked("Prefer", [text])) == Preference.isLenient(asked("Prefer", lines)), "in several lines it is as strict")
        expect(Preference.isLenient(asked("Prefer", [text, "handling=lenient"])), "it is strict all the same")
    }

    private static func origin(_ text: String) {
        guard let origin = WebOrigin.of(text) else { return expect(WebOrigin.exactly(text) == nil, "an origin and more than one") }
        expect(WebOrigin.exactly(text) == nil || WebOrigin.exactly(text) == origin, "it has two origins")
        expect(WebOrigin.exactly(origin) == origin && WebOrigin.of(origin) == origin, "\(origin) is not read again")
        guard let usual = ["http://": 80, "https://": 443].first(where: { origin.hasPrefix($0.key) }) else { fatalError("\(origin) is none of the web's") }
        let host = origin.dropFirst(usual.key.count)
        expect(host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !(0x41...0x5A).contains($0) && !"/?#@\\".utf8.contains($0) }, "\(origin) is more than an origin")
        let (given, spelled) = (URLComponents(string: text)?.port, URLComponents(string: origin)?.port)
        expect(spelled == (given == usual.value ? nil : given), "\(origin) has another port")
        expect(CrossOrigin.only(origin).admits(origin.uppercased()), "its own page is refused")
    }
}
