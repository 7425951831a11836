import CareModels
import Foundation
import JSON

extension AccessRow {
    /// A list of them, in JSON.
    static func bytes(of events: [AccessEvent]) -> [UInt8] {
        var json = JSONWriter()
        for event in events { event.write(to: &json) }
        return [UInt8(ascii: "[")] + json.bytes + [UInt8(ascii: "]")]
    }
}

/// As its `Codable` has it, by which it is read: one is sealed for each request.
extension AccessEvent: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("a", action.rawValue)
            $0.member("at", at)
            $0.member("b", basis.rawValue)
            $0.member("c", client)
            $0.member("f", file)
            $0.member("g", guardian?.description)
            $0.member("i", interaction)
            $0.member("k", count)
            $0.member("n", network)
            $0.member("o", status)
            $0.member("p", purpose.rawValue)
            $0.member("q", request)
            $0.member("r", role.rawValue)
            if let sources { $0.list("s", sources) { $1.value($0.uuidString) } }
            $0.list("t", things)
            $0.member("u", actor?.description)
            if let parameters { $0.list("w", parameters) { $1.value($0) } }
        }
    }
}

extension AccessEvent.Thing: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("a", action.rawValue)
            $0.member("i", id)
            $0.member("t", type)
            $0.member("v", version)
        }
    }
}
