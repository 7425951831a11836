import CareModels
import Foundation

@testable import Careline

extension FuzzTarget {
    /// Lists of emergency rooms as CSV (RFC 4180): what is written is read, and a row that is taken is one that the directory takes.
    static let csv = FuzzTarget("csv", longest: 4096) { input in
        guard let reader = try? CSVReader(input) else { return }
        expect(Set(reader.header).count == reader.header.count, "two columns of one name")
        for record in reader.records {
            expect(record.fields.keys.allSatisfy(reader.header.contains), "a field of no column")
            expect(record.line >= 1 && record.line <= input.count(where: { $0 == 0x0A }) + 1, "line \(record.line)")
            check(record)
        }
        let rows = reader.records.map { record in reader.header.map { record.fields[$0] ?? "" } }
        let written = ([reader.header] + rows).map(line).joined()
        let again = unwrap(try? CSVReader(Array(written.utf8)), "what was read cannot be written")
        expect(again.header == reader.header, "written and read it has other columns")
        // A row of one empty field is an empty line, which is no row.
        guard reader.header.count > 1 else { return }
        let read = again.records.map { record in reader.header.map { record.fields[$0] ?? "" } }
        expect(read == rows, "written and read it is another list")
    }

    private static func line(_ fields: [String]) -> String {
        // By scalars: a quote with an accent is a quote.
        fields.map { "\"" + $0.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\"" }.joined(separator: ",") + "\r\n"
    }

    /// The same as GeoJSON.
    static let geoJSON = FuzzTarget("geojson", longest: 4096) { input in
        guard let reader = try? GeoJSONReader(Data(input)) else { return }
        for record in reader.records { check(record) }
    }

    private static func check(_ record: CSVReader.Record) {
        guard let row = try? ERRow(record) else { return }
        expect(!row.item.sourceId.isEmpty && !row.item.name.isEmpty, "a row without an id or a name")
        expect(abs(row.item.latitude) <= 90 && abs(row.item.longitude) <= 180, "a row that is nowhere")
        if let phone = row.item.phone { expect(phone.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }, "\(phone) is not E.164") }
        if let county = row.item.countyCode { expect(county.utf8.count == 5, "a county of \(county)") }
    }
}
