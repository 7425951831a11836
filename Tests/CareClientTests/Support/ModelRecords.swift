import CareClientTesting
import CareModels
import Foundation
import JSON

@testable import CareClient

/// Records' contract, as far as a client writes: keys, versions, If-Match, deletions that may come twice.
final class ModelRecords: Sendable {
    struct Stored: Equatable {
        var version = 1
        /// Without `id` and `meta`; nil of one that is deleted.
        var value: String?
    }

    private struct State {
        var all: [String: Stored] = [:]
        var keys: [String: String] = [:]
        var history: [String: [String]] = [:]
    }

    private let state = Locked(State())

    var all: [String: Stored] { state.withLock { $0.all } }
    /// All that each ever held, in order.
    var history: [String: [String]] { state.withLock { $0.history } }

    /// As the others write.
    func write(_ id: String, _ value: String) {
        state.withLock { state in
            guard let old = state.all[id] else { return }
            guard old.value != nil else { return }
            state.all[id] = Stored(version: old.version + 1, value: value)
            state.history[id, default: []].append(value)
        }
    }

    static func resource(_ value: String, id: String? = nil, version: Int? = nil) -> String {
        let given = id.map { #""id":"\#($0)","# } ?? ""
        let meta = version.map { #""meta":{"versionId":"\#($0)","lastUpdated":"2026-03-06T17:10:01.000Z"},"# } ?? ""
        return #"{"resourceType":"Basic",\#(given)\#(meta)"code":{"text":"\#(value)"}}"#
    }

    func answer(_ call: HTTPCall) throws -> HTTPReply {
        let parts = call.url.path.split(separator: "/").map(String.init)
        let value = try call.body.map { try JSONDocument([UInt8]($0)).root["code"]?["text"]?.string ?? "" }
        return state.withLock { state in
            if call.method == "POST" {
                let key = call.headers["Idempotency-Key"] ?? ""
                let id = state.keys[key] ?? "r\(state.all.count + 1)"
                if state.keys.updateValue(id, forKey: key) == nil {
                    state.all[id] = Stored(value: value)
                    state.history[id] = [value ?? ""]
                }
                return Self.reply(id, Stored(version: 1, value: value ?? ""), 201)
            }
            guard let id = parts.last, let old = state.all[id] else { return Self.outcome("not-found", 404) }
            if call.method == "GET" { return old.value == nil ? Self.outcome("deleted", 410) : Self.reply(id, old, 200) }
            if call.method == "DELETE", old.value == nil { return HTTPReply(status: 204) }
            guard old.value != nil, call.headers["If-Match"].map({ $0 == "W/\"\(old.version)\"" }) ?? true else { return Self.outcome("conflict", 412) }
            let new = Stored(version: old.version + 1, value: call.method == "DELETE" ? nil : value)
            state.all[id] = new
            if let value = new.value { state.history[id, default: []].append(value) }
            return new.value == nil ? HTTPReply(status: 204) : Self.reply(id, new, 200)
        }
    }

    private static func reply(_ id: String, _ stored: Stored, _ status: Int) -> HTTPReply {
        .json(resource(stored.value ?? "", id: id, version: stored.version), status: status)
    }

    private static func outcome(_ code: String, _ status: Int) -> HTTPReply {
        .json(#"{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"\#(code)","diagnostics":"No."}]}"#, status: status)
    }
}
