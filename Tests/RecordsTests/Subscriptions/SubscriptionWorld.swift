import CareModels
import Foundation
import HTTP
import JSON
import Outbox
import Postgres
import ServiceTestKit

@testable import RecordsService

extension World {
    static let pulses = "Observation?code=http://loinc.org|40443-4"

    /// A subscription as the backport has it.
    static func subscription(
        _ filters: [String] = [pulses], topic: String = "resource-changed", content: String = "id-only", channel: String = "websocket", id: String? = nil,
        status: String = "requested", more: String = "", ofChannel: String = ""
    ) -> String {
        let backport = SubscriptionReading.backport
        let wanted = filters.map { #"{"url":"\#(backport)backport-filter-criteria","valueString":"\#($0)"}"# }.joined(separator: ",")
        let idMember = id.map { #""id":"\#($0)","# } ?? ""
        let criteria = filters.isEmpty ? "" : #""_criteria":{"extension":[\#(wanted)]},"#
        return """
            {"resourceType":"Subscription",\(idMember)"status":"\(status)","reason":"Pulse","criteria":"\(SubscriptionReading.topics)\(topic)",\(criteria)\
            "channel":{"type":"\(channel)","payload":"application/fhir+json",\(ofChannel)\
            "_payload":{"extension":[{"url":"\(backport)backport-payload-content","valueCode":"\(content)"}]}}\(more)}
            """
    }

    static let hookAddress = "https://app.example/fhir"

    /// One that is told at the app's address.
    static func hook(
        _ filters: [String] = ["Basic"], content: String = "id-only", address: String = hookAddress, id: String? = nil, status: String = "requested",
        ofChannel: String = ""
    ) -> String {
        subscription(filters, content: content, channel: "rest-hook", id: id, status: status, ofChannel: #""endpoint":"\#(address)",\#(ofChannel)"#)
    }

    static func ofChannel(_ name: String, _ value: String) -> String {
        #""extension":[{"url":"\#(SubscriptionReading.backport)\#(name)",\#(value)}],"#
    }

    func subscribe(_ person: Person, _ body: String = subscription(), headers: HTTPHeaders = [:]) async throws -> Answer {
        try await send(.POST, "/fhir/r4/Subscription", person, body, headers: headers)
    }

    /// What was sent, as pairs of why and the number.
    func notices(_ subscription: String) async throws -> [String] {
        guard let id = UUID(uuidString: subscription) else { return [] }
        let sent = try await events(of: id, on: .subscriptions)
        return try sent.enumerated().map { index, event in
            let data = try JSONDocument(Array(event.data.utf8)).root
            return "\(event.version == index + 1 ? "" : "hole ")\(data["notice"]?.string ?? "?") \(Int(data["eventNumber"]?.number ?? -1))"
        }
    }

    /// The parameters of a status, by their names; events are left out.
    func status(_ subscription: String, _ person: Person, headers: HTTPHeaders = [:]) async throws -> [String: String] {
        let bundle = try await get("/fhir/r4/Subscription/\(subscription)/$status", person, headers: headers).json
        let resource = bundle["entry"]?.children.first { _ in true }?["resource"]
        return Dictionary(
            (resource?["parameter"]?.children.map { $0 } ?? []).compactMap { part in
                guard let name = part["name"]?.string, let value = (part["valueCode"] ?? part["valueString"] ?? part["valueCanonical"])?.string else { return nil }
                return (name, value)
            }
        ) { first, _ in first }
    }

    func advanceSubscriptions() async throws {
        let advance = AdvanceSubscriptions(now: clock.now, keys: dependencies.keys, seal: dependencies.eventSeal, base: dependencies.base)
        _ = try await pool.transaction { tx in try await advance(tx) }
    }
}
