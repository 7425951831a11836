import JSON
import ServiceTestKit
import Testing

extension Answer {
    /// The ids of the entries of a search, in their order.
    func found(_ mode: String = "match") throws -> [String] {
        #expect(status == 200, "\(text)")
        let entries = try json["entry"]?.children.filter { $0["search"]?["mode"]?.string == mode } ?? []
        return entries.compactMap { $0["resource"]?["id"]?.string }
    }
}
