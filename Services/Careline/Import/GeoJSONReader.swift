import Foundation
import JSON

/// The points of a GeoJSON FeatureCollection (RFC 7946), each with its properties as text.
struct GeoJSONReader {
    let records: [CSVReader.Record]

    init(_ data: Data) throws {
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument([UInt8](data))
        } catch {
            throw CSVReader.Fault(description: "the file cannot be read as JSON: \(error.message) (byte \(error.offset))")
        }
        guard document.root["type"]?.string == "FeatureCollection", let features = document.root["features"], features.isList,
            features.children.allSatisfy(\.isObject)
        else { throw CSVReader.Fault(description: "the file is no GeoJSON FeatureCollection") }
        records = features.children.enumerated().map { index, feature in
            var fields: [String: String] = [:]
            if let properties = feature["properties"], properties.isObject {
                for property in properties.children { fields[property.name?.lowercased() ?? ""] = Self.text(property) }
            }
            if let id = feature["id"] { fields["id"] = Self.text(id) }
            if let geometry = feature["geometry"], geometry["type"]?.string == "Point", let position = Self.position(geometry) {
                fields["longitude"] = position.longitude
                fields["latitude"] = position.latitude
            }
            return CSVReader.Record(line: index + 1, fields: fields, count: fields.count)
        }
    }

    private static func position(_ geometry: JSONValue) -> (longitude: String, latitude: String)? {
        guard let coordinates = geometry["coordinates"], coordinates.isList else { return nil }
        let numbers = coordinates.children.compactMap(number)
        return numbers.count >= 2 && numbers.count == coordinates.childCount ? (numbers[0], numbers[1]) : nil
    }

    private static func text(_ value: JSONValue) -> String? { value.string ?? number(value) }

    /// In the digits that were written, but 3 for 3.0: an id is the same however a program spells its number.
    private static func number(_ value: JSONValue) -> String? {
        guard value.number != nil else { return nil }
        let written = String(decoding: value.bytes, as: UTF8.self)
        return written.hasSuffix(".0") ? String(written.dropLast(2)) : written
    }
}
