import CareModels
import NIOHTTP1

/// Writes itself as JSON, its members in the order of their names, as `CareJSON` has them: equal values are equal bytes.
public protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

extension Response {
    /// JSON that the value writes; `version` becomes a strong ETag `"<version>"`.
    public static func json(_ value: some JSONWritable, status: HTTPResponseStatus = .ok, version: Int? = nil, headers: HTTPHeaders = [:]) -> Response {
        var json = JSONWriter(capacity: 4096)
        value.write(to: &json)
        return .json(json.bytes, status: status, version: version, headers: headers)
    }
}
