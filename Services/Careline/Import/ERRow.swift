import CareModels
import Foundation

/// A row of a list of hospitals, made ready for the directory: what is missing is left out, what is malformed is left out with a remark, and
/// a row without an id, a name or a position is refused.
struct ERRow: Equatable, Sendable {
    /// As `POST /ers/import` takes it.
    struct Item: Encodable, Equatable, Sendable {
        var sourceId: String
        var name: String
        var facilityType: String?
        var phone: String?
        var website: String?
        var street: String?
        var city: String?
        var region: String?
        var postalCode: String?
        var country: String?
        var countyCode: String?
        var latitude: Double
        var longitude: Double
        var timeZone: String?
        var weeklyHours: String?
    }

    struct Refusal: Error, Equatable {
        var field: String
        var message: String
    }

    struct Remark: Equatable, Sendable {
        var field: String
        var message: String
    }

    var line: Int
    var item: Item
    var remarks: [Remark] = []

    init(_ record: CSVReader.Record) throws(Refusal) {
        let fields = Fields(record.fields)
        line = record.line
        guard let id = fields.text("id", "sourceid") else { throw Refusal(field: "id", message: "is missing") }
        guard let name = fields.text("name") else { throw Refusal(field: "name", message: "is missing") }
        if let status = fields.text("status"), status.uppercased() != "OPEN" { throw Refusal(field: "status", message: "is \(status), not OPEN") }
        let latitude = try Self.degrees(fields, "latitude", "lat", most: 90)
        let longitude = try Self.degrees(fields, "longitude", "lon", most: 180)
        if latitude == 0, longitude == 0 { throw Refusal(field: "latitude", message: "and longitude are 0: the position is missing") }
        item = Item(sourceId: id, name: name, latitude: latitude, longitude: longitude)
        item.facilityType = fields.text("type", "facilitytype")
        item.street = fields.text("address", "street")
        item.city = fields.text("city")
        item.region = fields.text("state", "region")
        takeTimeZone(fields.text("timezone"))
        takeCountry(fields.text("country"))
        takePostalCode(fields.text("zip", "postalcode"))
        takeCounty(fields.text("countyfips", "countycode"))
        takePhone(fields.text("telephone", "phone"))
        takeWebsite(fields.text("website"))
        takeWeeklyHours(fields.text("opening_hours", "weeklyhours"))
    }

    /// Fields by name, without those that only say that there is nothing.
    private struct Fields {
        let values: [String: String]
        private static let nothing: Set<String> = ["", "NOT AVAILABLE", "NOT APPLICABLE", "N/A", "NA", "NULL", "NONE", "UNKNOWN", "-999", "-"]

        init(_ values: [String: String]) { self.values = values }

        func text(_ names: String...) -> String? {
            for name in names {
                // Line breaks and tabs inside a field are somebody's formatting.
                guard let words = values[name]?.split(whereSeparator: \.isWhitespace), !words.isEmpty else { continue }
                let text = words.joined(separator: " ")
                if !Self.nothing.contains(text.uppercased()) { return text }
            }
            return nil
        }
    }

    private static func degrees(_ fields: Fields, _ name: String, _ short: String, most: Double) throws(Refusal) -> Double {
        guard let text = fields.text(name, short) else { throw Refusal(field: name, message: "is missing") }
        guard let value = Double(text), value.isFinite else { throw Refusal(field: name, message: "is no number: \(text.prefix(40))") }
        guard abs(value) <= most else { throw Refusal(field: name, message: "is not from \(-Int(most)) to \(Int(most)): \(text.prefix(40))") }
        return value
    }

    /// The three letters that lists of the United States use, as the two that everyone uses (ISO 3166-1).
    private static let countries = [
        "USA": "US", "CAN": "CA", "MEX": "MX", "GUM": "GU", "MNP": "MP", "PLW": "PW", "PRI": "PR", "VIR": "VI", "ASM": "AS", "GBR": "GB", "IRL": "IE",
        "AUS": "AU", "NZL": "NZ", "DEU": "DE", "FRA": "FR", "ITA": "IT", "ESP": "ES", "FSM": "FM", "MHL": "MH"
    ]

    private mutating func takeCountry(_ text: String?) {
        guard let text = text?.uppercased() else { return }
        if text.utf8.count == 2 { item.country = text } else { item.country = Self.countries[text] }
        if item.country == nil { remark("country", "is no code of two letters, left out: \(text.prefix(40))") }
    }

    /// Spreadsheets take the zeros away that a postal code of the United States begins with.
    private mutating func takePostalCode(_ text: String?) {
        guard let text else { return }
        let isShort = item.country == "US" && text.utf8.count < 5 && text.allSatisfy { $0.isASCII && $0.isNumber }
        item.postalCode = isShort ? String(repeating: "0", count: 5 - text.utf8.count) + text : text
    }

    private mutating func takeCounty(_ text: String?) {
        guard let text else { return }
        guard (4...5).contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            return remark("countyCode", "is no FIPS code, left out: \(text.prefix(40))")
        }
        item.countyCode = text.utf8.count == 4 ? "0" + text : text
    }

    private mutating func takeTimeZone(_ text: String?) {
        guard let text else { return }
        if TimeZoneName.isKnown(text) { item.timeZone = text } else { remark("timeZone", "is no IANA time zone, left out: \(text.prefix(40))") }
    }

    private mutating func takePhone(_ text: String?) {
        guard let text else { return }
        item.phone = PhoneNumber(text, country: item.country)?.e164
        if item.phone == nil { remark("phone", "is no telephone number, left out: \(text.prefix(40))") }
    }

    private mutating func takeWebsite(_ text: String?) {
        guard let text else { return }
        let address = text.contains("://") ? text : "http://" + text
        var checks = Checks()
        checks.checkWebAddress(address, "website")
        if checks.faults.isEmpty, let host = URLComponents(string: address)?.host, host.contains("."), address.count <= 500 {
            item.website = address
        } else {
            remark("website", "is no web address, left out: \(text.prefix(60))")
        }
    }

    private mutating func takeWeeklyHours(_ text: String?) {
        guard let text else { return }
        guard text.count <= WeeklyHours.longest else { return remark("weeklyHours", "are longer than \(WeeklyHours.longest) characters, left out") }
        do throws(WeeklyHours.Unreadable) {
            _ = try WeeklyHours(text)
            item.weeklyHours = text
        } catch {
            remark("weeklyHours", "\(error.description); left out")
        }
    }

    private mutating func remark(_ field: String, _ message: String) { remarks.append(Remark(field: field, message: message)) }
}
