import CareModels
import Foundation
import JSON

/// FHIR's Parameters: a part for each consent, and for each answer.
struct AccessExplanationView: Sendable {
    let explanation: AccessExplanation

    init(_ explanation: AccessExplanation) { self.explanation = explanation }

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 2048)
        let parts = explanation.answers.map(Part.answer) + explanation.consents.map(Part.consent)
        json.object {
            $0.member("resourceType", "Parameters")
            if parts.isEmpty { return }
            $0.list("parameter", parts) { part, json in json.object { Self.write(part, &$0) } }
        }
        return json.bytes
    }

    private enum Part {
        case answer(AccessExplanation.Answer)
        case consent(ExplainedConsent)
    }

    private enum Value {
        case text(String)
        case flag(Bool)
        case instant(Date)
        case reference(String)
    }

    private static func write(_ part: Part, _ json: inout JSONWriter) {
        switch part {
        case .answer(let answer):
            json.member("name", "access")
            let values: [(String, Value)] =
                [("interaction", .text(answer.interaction)), ("allowed", .flag(answer.isAllowed)), ("reason", .text(answer.reason))] + answer.sources.map(source)
                + answer.scopes.map { ("scope", .text($0)) } + (answer.missing.map { [("missingScope", .text($0))] } ?? [])
            write(values, &json)
        case .consent(let consent):
            json.member("name", "consent")
            write(values(consent), &json)
        }
    }

    private static func values(_ consent: ExplainedConsent) -> [(String, Value)] {
        let grant = consent.given.grant
        var values: [(String, Value)] = [
            source(.consent(consent.record)), ("to", .reference(reference(consent.given.grantee))), ("counts", .flag(consent.counts)),
            ("interactions", .text(ClinicalScope.Interactions(rawValue: grant.interactions).text))
        ]
        values += grant.content.types.sorted().map { ("type", .text($0)) }
        values += texts(grant.content.categories).map { ("category", .text($0)) }
        values += texts(grant.content.codes).map { ("code", .text($0)) }
        values += grant.content.annotations.sorted().map { ("annotation", .text($0)) }
        values += grant.purposes.sorted().map { ("purpose", .text($0)) }
        if let from = grant.from { values.append(("from", .instant(from))) }
        if let until = grant.until { values.append(("until", .instant(until))) }
        if !grant.exceptions.isEmpty { values.append(("exceptions", .text(String(grant.exceptions.count)))) }
        return values
    }

    private static func texts(_ tokens: Set<CodeToken>) -> [String] { tokens.map { "\($0.system ?? "")|\($0.code ?? "")" }.sorted() }

    private static func source(_ source: AccessSource) -> (String, Value) {
        switch source {
        case .consent(let id): ("consent", .reference("Consent/\(id)"))
        case .override(let id): ("override", .text(id.uuidString.lowercased()))
        }
    }

    private static func reference(_ grantee: Grantee) -> String {
        switch grantee {
        case .provider(let id): "Practitioner/\(id)"
        case .person(let id): "Patient/\(id)"
        case .organisation(let id): "Organization/\(id)"
        case .client(let id): "Device/\(id)"
        }
    }

    private static func write(_ values: [(String, Value)], _ json: inout JSONWriter) {
        json.list("part", values) { value, json in
            json.object {
                $0.member("name", value.0)
                switch value.1 {
                case .text(let text): $0.member("valueString", text)
                case .flag(let flag): $0.member("valueBoolean", flag)
                case .instant(let instant): $0.member("valueInstant", RFC3339.format(instant))
                case .reference(let reference): $0.object("valueReference") { $0.member("reference", reference) }
                }
            }
        }
    }
}
