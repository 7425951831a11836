import Foundation

/// The points of a GeoJSON FeatureCollection (RFC 7946), each with its properties as text.
struct GeoJSONReader {
    let records: [CSVReader.Record]

    init(_ data: Data) throws {
        guard let document = try? JSONSerialization.jsonObject(with: data) as? [String: Any], document["type"] as? String == "FeatureCollection",
            let features = document["features"] as? [[String: Any]]
        else { throw CSVReader.Fault(description: "the file is no GeoJSON FeatureCollection") }
        records = features.enumerated().map { index, feature in
            var fields: [String: String] = [:]
            for (name, value) in feature["properties"] as? [String: Any] ?? [:] { fields[name.lowercased()] = Self.text(value) }
            if let id = feature["id"] { fields["id"] = Self.text(id) }
            let geometry = feature["geometry"] as? [String: Any]
            if geometry?["type"] as? String == "Point", let position = geometry?["coordinates"] as? [NSNumber], position.count >= 2 {
                fields["longitude"] = position[0].stringValue
                fields["latitude"] = position[1].stringValue
            }
            return CSVReader.Record(line: index + 1, fields: fields, count: fields.count)
        }
    }

    private static func text(_ value: Any) -> String? {
        switch value {
        case let text as String: text
        case let number as NSNumber: number.stringValue
        default: nil
        }
    }
}
