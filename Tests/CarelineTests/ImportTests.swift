import Foundation
import Testing

@testable import Careline

@Suite struct CSVReaderTests {
    private func read(_ text: String) throws -> [[String: String]] { try CSVReader(Array(text.utf8)).records.map(\.fields) }

    @Test func quotesCommasAndLineBreaks() throws {
        #expect(try read("A,b\r\n1,\"x, \"\"y\"\"\r\nz\"\r\n2,\n") == [["a": "1", "b": "x, \"y\"\r\nz"], ["a": "2", "b": ""]])
        #expect(try read("a,b\n1,2") == [["a": "1", "b": "2"]])
        #expect(try read("\u{FEFF} a ,b\n\n1,\"\"\n") == [["a": "1", "b": ""]])
        #expect(try read("a,b\n1,5\" wide\n") == [["a": "1", "b": "5\" wide"]])
        #expect(try read("a,b\n1\n1,2,3\n") == [["a": "1"], ["a": "1", "b": "2"]])
    }

    @Test func linesAreCountedInTheFile() throws {
        let reader = try CSVReader(Array("a\n\"1\n2\"\n3\n".utf8))
        #expect(reader.records.map(\.line) == [2, 4])
    }

    @Test(arguments: ["", "a,a\n1,2\n", "a\n\"1\n"]) func faultyFiles(_ text: String) { #expect(throws: CSVReader.Fault.self) { try read(text) } }

    @Test func onlyUTF8() { #expect(throws: CSVReader.Fault.self) { try CSVReader([0x61, 0x0A, 0xE9, 0x0A]) } }

    @Test func geoJSON() throws {
        let text = """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "id": 7, "geometry": {"type": "Point", "coordinates": [-97.1384, 49.8951, 230]}, "properties": {"Name": "Central", "beds": 12}},
              {"type": "Feature", "geometry": null, "properties": {"ID": "8", "name": "Nowhere"}}]}
            """
        let records = try GeoJSONReader(Data(text.utf8)).records
        let row = try ERRow(records[0])
        #expect(row.item.sourceId == "7" && row.item.name == "Central" && row.item.latitude == 49.8951 && row.item.longitude == -97.1384)
        #expect(throws: ERRow.Refusal(field: "latitude", message: "is missing")) { try ERRow(records[1]) }
        #expect(throws: CSVReader.Fault.self) { try GeoJSONReader(Data("[]".utf8)) }
    }
}

@Suite struct ERRowTests {
    private func row(_ fields: [String: String]) throws -> ERRow {
        let plain = ["id": "1", "name": "Central", "latitude": "34.05", "longitude": "-118.24", "country": "USA"]
        return try ERRow(CSVReader.Record(line: 2, fields: plain.merging(fields) { $1 }, count: 5))
    }

    @Test func whatListsSayIsMadeReady() throws {
        let made = try row([
            "telephone": "(323) 462-2271", "zip": "2115", "countyfips": "6037", "state": "CA", "website": "www.central.example", "type": "GENERAL ACUTE CARE",
            "address": "1  Main\nStreet", "status": "OPEN"
        ])
        #expect(made.item.phone == "+13234622271" && made.item.postalCode == "02115" && made.item.countyCode == "06037" && made.item.country == "US")
        #expect(made.item.website == "http://www.central.example" && made.item.street == "1 Main Street" && made.remarks.isEmpty)
    }

    @Test func nothingIsLeftOutWithoutAWord() throws {
        for nothing in ["NOT AVAILABLE", "", "n/a", " -999 "] {
            let made = try row(["telephone": nothing, "website": nothing, "countyfips": nothing, "city": nothing])
            #expect(made.item.phone == nil && made.item.city == nil && made.remarks.isEmpty)
        }
    }

    @Test func theMalformedIsLeftOutWithARemark() throws {
        let made = try row(["telephone": "(999) 999-9999", "website": "none yet", "countyfips": "county", "country": "ATLANTIS"])
        #expect(made.remarks.map(\.field) == ["country", "countyCode", "phone", "website"])
        #expect(made.item.phone == nil && made.item.country == nil && made.item.website == nil && made.item.countyCode == nil)
        // The directory takes no address with a user's name: it would refuse the whole room.
        let timed = try row(["opening_hours": "Mo-Fr  08:00-18:00"])
        #expect(timed.item.weeklyHours == "Mo-Fr 08:00-18:00" && timed.remarks.isEmpty)
        let seasonal = try row(["opening_hours": "Mo-Fr 08:00-18:00; PH off"])
        #expect(seasonal.remarks.map(\.field) == ["weeklyHours"] && seasonal.item.weeklyHours == nil)
        let mailed = try row(["website": "info@hospital.example"])
        #expect(mailed.remarks.map(\.field) == ["website"] && mailed.item.website == nil)
    }

    @Test(arguments: [
        (["id": ""], "id"), (["name": "NOT AVAILABLE"], "name"), (["status": "CLOSED"], "status"), (["latitude": ""], "latitude"),
        (["latitude": "91"], "latitude"), (["longitude": "west"], "longitude"), (["longitude": "nan"], "longitude"), (["latitude": "0", "longitude": "0"], "latitude")
    ])
    func refusals(_ fields: [String: String], _ field: String) {
        do {
            _ = try row(fields)
            Issue.record("it was taken")
        } catch let refusal as ERRow.Refusal { #expect(refusal.field == field) } catch { Issue.record("another error: \(error)") }
    }

    @Test func theReport() {
        var report = ImportReport()
        for _ in 0..<5668 { report.count("created") }
        report.count("refused")
        report.add(ImportReport.Line(line: 9, id: "a,b", outcome: "refused", field: "name", message: "is \"missing\""))
        report.add(ImportReport.Line(line: 3, id: "x", outcome: "remark", field: "phone", message: "left out"))
        #expect(report.summary == "5,669 rows: 5,668 created, 1 refused")
        #expect(report.csv == "line,id,outcome,field,message\n3,x,remark,phone,left out\n9,\"a,b\",refused,name,\"is \"\"missing\"\"\"\n")
        #expect([0, 999, 1000, 1_234_567].map(ImportReport.grouped) == ["0", "999", "1,000", "1,234,567"])
    }

    /// Somebody has made the list, and the operator's terminal and spreadsheet read what it says.
    @Test func whatAListSaysDoesNothing() throws {
        var report = ImportReport()
        report.add(ImportReport.Line(line: 1, id: "\u{1B}]0;x\u{7}\u{9B}2J", outcome: "refused", field: "status", message: "a\r\n\u{202E}b\u{2028}c"))
        report.add(ImportReport.Line(line: 2, id: String(repeating: "e\u{301}", count: 1_000_000), outcome: "refused", field: "name", message: "is missing"))
        for (line, id) in [(3, "=HYPERLINK(\"//x\")"), (4, "+x"), (5, "-12.5"), (6, "@x"), (7, "x=1")] {
            report.add(ImportReport.Line(line: line, id: id, outcome: "refused", field: "name", message: "is missing"))
        }
        #expect(report.lines[0].id == "\u{FFFD}]0;x\u{FFFD}\u{FFFD}2J" && report.lines[0].message == "a\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD}c")
        #expect(report.lines[1].id.unicodeScalars.count == 201 && report.lines[1].id.hasSuffix("…"))
        let ids = report.csv.split(separator: "\n").dropFirst(3).map { $0.split(separator: ",")[1] }
        #expect(ids == ["\"'=HYPERLINK(\"\"//x\"\")\"", "'+x", "-12.5", "'@x", "x=1"])
        #expect(Terminal.shown("plain ✓ ünïcode 👩‍⚕️").hasPrefix("plain ✓ ünïcode "))
    }
}
