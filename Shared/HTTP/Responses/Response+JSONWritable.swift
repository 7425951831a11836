import CareModels
import JSON

extension Response {
    /// JSON that the value writes; `version` becomes a strong ETag `"<version>"`.
    package static func json(_ value: some JSONWritable, status: HTTPResponseStatus = .ok, version: Int? = nil, headers: HTTPHeaders = [:]) -> Response {
        var json = JSONWriter(capacity: 4096)
        value.write(to: &json)
        return .json(json.bytes, status: status, version: version, headers: headers)
    }
}
