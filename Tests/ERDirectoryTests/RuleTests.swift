import CareModels
import Foundation
import JSON
import Testing

@testable import ERDirectoryService

@Suite struct TimeZoneRuleTests {
    struct Place: Sendable {
        var name: String
        var country: String?
        var region: String?
        var county: String?
        var postalCode: String?
        var position: (Double, Double)
        var zone: String
        var basis: TimeZoneBasis
    }

    static let places: [Place] = [
        Place(name: "Los Angeles", country: "US", region: "CA", county: "06037", position: (34.05, -118.24), zone: "America/Los_Angeles", basis: .state),
        Place(name: "Gary, Indiana", country: "US", region: "IN", county: "18089", position: (41.59, -87.35), zone: "America/Chicago", basis: .county),
        Place(name: "Indianapolis", country: "US", region: "IN", county: "18097", position: (39.77, -86.16), zone: "America/Indiana/Indianapolis", basis: .county),
        Place(name: "Nashville", country: "US", region: "TN", county: "47037", position: (36.16, -86.78), zone: "America/Chicago", basis: .county),
        Place(name: "Chattanooga", country: "US", region: "TN", county: "47065", position: (35.05, -85.31), zone: "America/New_York", basis: .county),
        Place(name: "Louisville", country: "US", region: "KY", county: "21111", position: (38.25, -85.76), zone: "America/New_York", basis: .county),
        Place(name: "Paducah", country: "US", region: "KY", county: "21145", position: (37.08, -88.6), zone: "America/Chicago", basis: .county),
        Place(name: "Pensacola", country: "US", region: "FL", county: "12033", position: (30.42, -87.22), zone: "America/Chicago", basis: .county),
        Place(name: "Miami", country: "US", region: "FL", county: "12086", position: (25.76, -80.19), zone: "America/New_York", basis: .county),
        Place(name: "El Paso", country: "US", region: "TX", county: "48141", position: (31.76, -106.49), zone: "America/Denver", basis: .county),
        Place(name: "Rapid City", country: "US", region: "SD", county: "46103", position: (44.08, -103.23), zone: "America/Denver", basis: .county),
        Place(name: "Sioux Falls", country: "US", region: "SD", county: "46099", position: (43.55, -96.73), zone: "America/Chicago", basis: .county),
        Place(name: "Scottsbluff", country: "US", region: "NE", county: "31157", position: (41.87, -103.66), zone: "America/Denver", basis: .county),
        Place(name: "Goodland, Kansas", country: "US", region: "KS", county: "20181", position: (39.35, -101.71), zone: "America/Denver", basis: .county),
        Place(name: "Dickinson, North Dakota", country: "US", region: "ND", county: "38089", position: (46.88, -102.79), zone: "America/Denver", basis: .county),
        Place(name: "Coeur d'Alene", country: "US", region: "ID", county: "16055", position: (47.68, -116.78), zone: "America/Los_Angeles", basis: .county),
        Place(name: "Boise", country: "US", region: "ID", county: "16001", position: (43.62, -116.2), zone: "America/Boise", basis: .county),
        Place(name: "Ontario, Oregon", country: "US", region: "OR", county: "41045", position: (44.03, -116.96), zone: "America/Boise", basis: .county),
        Place(name: "Ironwood, Michigan", country: "US", region: "MI", county: "26053", position: (46.45, -90.17), zone: "America/Menominee", basis: .county),
        Place(name: "Phoenix", country: "US", region: "AZ", county: "04013", position: (33.45, -112.07), zone: "America/Phoenix", basis: .state),
        Place(
            name: "Chinle, Navajo Nation", country: "US", region: "AZ", county: "04001", postalCode: "86503", position: (36.15, -109.55), zone: "America/Denver",
            basis: .postalCode),
        Place(name: "Anchorage", country: "US", region: "AK", county: "02020", position: (61.22, -149.9), zone: "America/Anchorage", basis: .state),
        Place(name: "Adak", country: "US", region: "AK", county: "02016", position: (51.88, -176.65), zone: "America/Adak", basis: .state),
        Place(name: "Honolulu", country: "US", region: "HI", county: "15003", position: (21.31, -157.86), zone: "Pacific/Honolulu", basis: .state),
        Place(name: "a split state without its county", country: "US", region: "TN", position: (35.05, -85.31), zone: "America/Chicago", basis: .state),
        Place(name: "a county of another state", country: "US", region: "TN", county: "21145", position: (36.1, -86.7), zone: "America/Chicago", basis: .state),
        Place(name: "no country, a state", country: nil, region: "OH", position: (40, -83), zone: "America/New_York", basis: .state),
        Place(name: "Guam", country: "GU", region: "GU", position: (13.5, 144.8), zone: "Pacific/Guam", basis: .state),
        Place(name: "Palau", country: "PW", region: "PW", position: (7.35, 134.46), zone: "Pacific/Palau", basis: .state),
        Place(name: "Winnipeg", country: "CA", region: "MB", position: (49.9, -97.14), zone: "America/Winnipeg", basis: .nearest),
        Place(name: "Germany is not Delaware", country: "DE", region: "DE", position: (52.5, 13.4), zone: "Europe/Berlin", basis: .nearest),
        Place(name: "Paris", country: "FR", position: (48.86, 2.35), zone: "Europe/Paris", basis: .nearest),
        Place(name: "the country decides before the distance: Strasbourg", country: "FR", position: (48.58, 7.75), zone: "Europe/Paris", basis: .nearest),
        Place(name: "Perth", country: "AU", position: (-31.95, 115.86), zone: "Australia/Perth", basis: .nearest),
        Place(name: "no country", country: nil, position: (35.7, 139.7), zone: "Asia/Tokyo", basis: .nearest),
        Place(name: "a country that is none", country: "ZZ", position: (-33.9, 151.2), zone: "Australia/Sydney", basis: .nearest),
        Place(name: "the database's youngest zone: Coyhaique", country: "CL", position: (-45.57, -72.07), zone: "America/Coyhaique", basis: .nearest)
    ]

    @Test(arguments: places) func table(_ place: Place) {
        let details = ERDetails(
            name: place.name, region: place.region, postalCode: place.postalCode, country: place.country, countyCode: place.county,
            latitude: place.position.0, longitude: place.position.1, timeZone: "", timeZoneBasis: .nearest)
        let found = TimeZoneRule.find(for: details)
        #expect(found.zone == place.zone && found.basis == place.basis, "\(place.name): \(found)")
        #expect(Zone(found.zone) != nil)
    }
}

@Suite struct SphereTests {
    private let winnipeg = Position(latitude: 49.8951, longitude: -97.1384)

    @Test func distances() {
        func about(_ one: Position, _ other: Position) -> Int { Int(one.kilometres(to: other).rounded()) }
        #expect(about(winnipeg, winnipeg) == 0)
        // Paris to New York, by every calculator of great circles.
        #expect(about(Position(latitude: 48.8566, longitude: 2.3522), Position(latitude: 40.7128, longitude: -74.006)) == 5837)
        #expect(about(Position(latitude: 0, longitude: 179.5), Position(latitude: 0, longitude: -179.5)) == 111)
        #expect(about(Position(latitude: 90, longitude: 0), Position(latitude: -90, longitude: 77)) == 20_015)
    }

    @Test func theStraightLineIsOfTheDistance() {
        let other = Position(latitude: 50.5, longitude: -95)
        let square = zip(winnipeg.point, other.point).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
        #expect(abs(square.squareRoot() - Position.chord(ofKilometres: winnipeg.kilometres(to: other))) < 0.001)
        #expect(abs(Position.chord(ofKilometres: 99_999) - 2 * Position.radiusKm) < 0.001)
    }

    @Test func boxes() throws {
        let box = try BoundingBox("-97.5,49.5,-96.5,50.5")
        #expect([box.west, box.south, box.east, box.north] == [-97.5, 49.5, -96.5, 50.5] && !box.crossesAntimeridian)
        #expect(try BoundingBox("170,-50,-170,-30").crossesAntimeridian)
    }

    @Test(arguments: ["", "1,2,3", "1,2,3,4,5", "a,b,c,d", "nan,0,1,1", "-181,0,1,1", "0,0,181,1", "0,-91,1,1", "0,2,1,1", "0,,1,1"])
    func faultyBoxes(_ text: String) { #expect(throws: Faults.self) { try BoundingBox(text) } }
}

@Suite struct ERRuleTests {
    private func draft(_ json: String) throws -> ERDraft { try CareJSON.decode(ERDraft.self, from: Data(json.utf8)) }

    @Test func aRowThatNobodyWaitsForIsNotChecked() async throws {
        let draft = try draft("{\(plain)}")
        #expect(try ImportRow(sourceId: "1", draft: draft).sourceId == "1")
        let checking = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try ImportRow(sourceId: "1", draft: draft).sourceId
        }
        await #expect(throws: CancellationError.self) { try await checking.value }
    }

    private func faults(_ json: String, of details: ERDetails? = nil) throws -> [String] {
        let draft = try draft(json)
        do {
            _ = try details.map { try ERRule.change(draft, of: $0) } ?? ERRule.create(draft)
            return []
        } catch let error as Faults { return error.all.map(\.field) }
    }

    private let plain = #""name": "Central", "latitude": 34.05, "longitude": -118.24, "country": "us", "region": "ca""#

    @Test func aNewOne() throws {
        let details = try ERRule.create(draft("{\(plain), \"phone\": \"(323) 462-2271\", \"city\": \"  Los Angeles \", \"website\": null}"))
        #expect(details.phone == "+13234622271" && details.city == "Los Angeles" && details.country == "US" && details.region == "CA")
        #expect(details.timeZone == "America/Los_Angeles" && details.timeZoneBasis == .state && details.website == nil)
        let stated = try ERRule.create(draft("{\(plain), \"timeZone\": \"America/Denver\"}"))
        #expect(stated.timeZone == "America/Denver" && stated.timeZoneBasis == .stated)
    }

    /// The database takes the least of all numbers for a fault of its own.
    @Test func almostOnTheEquatorIsOnIt() throws {
        let place = try ERRule.create(ERDraft(name: .set("Equator"), latitude: .set(.leastNonzeroMagnitude), longitude: .set(-77.25)))
        #expect(place.latitude == 0 && place.longitude == -77.25)
        #expect(throws: (any Error).self) { try ERRule.create(ERDraft(name: .set("Nowhere"), latitude: .set(1e-300), longitude: .set(-1e-300))) }
    }

    @Test func everyFaultIsNamed() throws {
        #expect(try faults(#"{"name": "\u202Elartnec", "latitude": 34.05, "longitude": -118.24}"#) == ["name"])
        #expect(try faults("{}") == ["name", "latitude", "longitude"])
        #expect(try faults(#"{"name": " ", "latitude": 91, "longitude": 181}"#) == ["name", "latitude", "longitude"])
        #expect(try faults(#"{"name": "A", "latitude": 0, "longitude": 0}"#) == ["latitude"])
        #expect(try faults("{\(plain), \"phone\": \"NOT AVAILABLE\"}") == ["phone"])
        #expect(try faults("{\(plain), \"timeZone\": \"PST\"}") == ["timeZone"])
        #expect(try faults("{\(plain), \"website\": \"javascript:alert(1)\"}") == ["website"])
        #expect(try faults("{\(plain), \"countyCode\": \"37\"}") == ["countyCode"])
        #expect(try faults(#"{"name": "A", "latitude": 1, "longitude": 1, "country": "USA"}"#) == ["country"])
        #expect(try faults(#"{"name": "A", "latitude": 1, "longitude": 1, "country": "U1"}"#) == ["country"])
        // As a character É lies between A and Z, and 1 with an accent between 1 and 2.
        #expect(try faults(#"{"name": "A", "latitude": 1, "longitude": 1, "country": "ÉÀ"}"#) == ["country"])
        #expect(try faults("{\(plain), \"countyCode\": \"061\u{0301}7\"}") == ["countyCode"])
        #expect(try faults("{\(plain), \"street\": \"a\\nb\"}") == ["street"])
        #expect(try faults(#"{"name": "\#(String(repeating: "x", count: 201))", "latitude": 1, "longitude": 1}"#) == ["name"])
    }

    @Test func aChangeKeepsTheRest() throws {
        let before = try ERRule.create(draft("{\(plain), \"phone\": \"(323) 462-2271\", \"city\": \"Los Angeles\"}"))
        let renamed = try ERRule.change(draft(#"{"name": "Central Hospital", "phone": null}"#), of: before)
        var expected = before
        expected.name = "Central Hospital"
        expected.phone = nil
        #expect(renamed == expected)
        #expect(try ERRule.change(draft("{}"), of: before) == before)
        #expect(try faults(#"{"name": ""}"#, of: before) == ["name"])
        #expect(try faults(#"{"latitude": 100}"#, of: before) == ["latitude"])
        #expect(try faults(#"{"name": null, "latitude": null, "longitude": null}"#, of: before) == ["name", "latitude", "longitude"])
    }

    @Test func aZoneNobodyStatedFollowsThePlace() throws {
        let before = try ERRule.create(draft("{\(plain)}"))
        let moved = try ERRule.change(draft(#"{"region": "NY", "latitude": 40.7, "longitude": -74}"#), of: before)
        #expect(moved.timeZone == "America/New_York")
        let stated = try ERRule.change(draft(#"{"timeZone": "America/Denver"}"#), of: before)
        #expect(try ERRule.change(draft(#"{"region": "NY"}"#), of: stated).timeZone == "America/Denver")
        let asked = try ERRule.change(draft(#"{"timeZone": null}"#), of: stated)
        #expect(asked.timeZone == "America/Los_Angeles" && asked.timeZoneBasis == .state)
    }

    @Test func anImportTakesOverWhatItsSourceChanged() throws {
        let last = try ERRule.create(draft("{\(plain), \"phone\": \"(323) 462-2271\", \"city\": \"LA\"}"))
        var corrected = last
        corrected.phone = "+13235550100"
        corrected.timeZone = "America/Denver"
        corrected.timeZoneBasis = .stated
        #expect(ImportMerge.merge(corrected, last: last, incoming: last) == corrected)
        var incoming = last
        incoming.city = "Los Angeles"
        incoming.latitude = 34.06
        let merged = ImportMerge.merge(corrected, last: last, incoming: incoming)
        #expect(merged.city == "Los Angeles" && merged.latitude == 34.06)
        #expect(merged.phone == "+13235550100" && merged.timeZone == "America/Denver")
        incoming.phone = "+13235550111"
        #expect(ImportMerge.merge(corrected, last: last, incoming: incoming).phone == "+13235550111")
        var elsewhere = last
        elsewhere.region = "NY"
        #expect(ImportMerge.merge(last, last: last, incoming: elsewhere).timeZone == "America/New_York")
    }

    /// A scheduler has said that the hours begin later; then the source says that they end before that.
    @Test func datesOfTwoHandsAreNotMixedIntoNone() throws {
        func dates(_ from: String, _ to: String) throws -> ERDetails {
            try ERRule.create(draft("{\(plain), \"weeklyHours\": \"24/7\", \"weeklyHoursFrom\": \"\(from)\", \"weeklyHoursTo\": \"\(to)\"}"))
        }
        let (last, corrected) = (try dates("2026-01-01", "2026-12-31"), try dates("2026-09-01", "2026-12-31"))
        let earlier = ImportMerge.merge(corrected, last: last, incoming: try dates("2026-01-01", "2026-06-30"))
        #expect(earlier.weeklyHoursFrom == "2026-01-01" && earlier.weeklyHoursTo == "2026-06-30")
        let later = ImportMerge.merge(corrected, last: last, incoming: try dates("2026-01-01", "2027-06-30"))
        #expect(later.weeklyHoursFrom == "2026-09-01" && later.weeklyHoursTo == "2027-06-30")
    }

    /// A text that the table leaves out would be taken from nobody.
    @Test func everyTextIsInTheTable() throws {
        // Dates that weekly hours hold on are only beside those.
        let before = try ERRule.create(draft("{\(plain), \"weeklyHours\": \"24/7\"}"))
        let texts = Mirror(reflecting: before).children.filter { type(of: $0.value) == String?.self }.compactMap(\.label)
        #expect(Set(texts) == Set(ERLine.all.map(\.name) + ["phone"]))
        let samples = [
            "website": "https://example.org", "country": "MX", "countyCode": "36061", "weeklyHours": "Mo-Fr 08:00-18:00", "weeklyHoursFrom": "2026-01-01",
            "weeklyHoursTo": "2026-12-31"
        ]
        for line in ERLine.all {
            let sample = samples[line.name] ?? "X1"
            let changed = try ERRule.change(draft("{\"\(line.name)\": \"\(sample)\"}"), of: before)
            let field = Mirror(reflecting: changed).children.first { $0.label == line.name }?.value as? String
            #expect(field == sample, "\(line.name)")
            #expect(ImportMerge.merge(before, last: before, incoming: changed)[keyPath: line.details] == sample, "\(line.name)")
        }
    }

    static let conditions: [(ScheduleCondition, ScheduleCondition.Refusal?)] = [
        (.version(2), nil), (.version(1), .changed(version: 2)), (.any, nil), (.nothing, .known(version: 2))
    ]

    @Test(arguments: conditions) func hoursAreChangedByWhoHasReadThem(_ condition: ScheduleCondition, _ refusal: ScheduleCondition.Refusal?) throws {
        let date = try #require(LocalDate("2026-07-01"))
        let known = DaySchedule(erID: ERID(.v7()), date: date, version: 2, position: 9, hours: .closed, updatedAt: nil)
        let outcome = Result { () throws(ScheduleCondition.Refusal) in try condition.check(known) }
        if case .failure(let refused) = outcome { #expect(refused == refusal) } else { #expect(refusal == nil) }
        #expect(throws: Never.self) { try ScheduleCondition.nothing.check(DaySchedule(unwritten: date, of: known.erID)) }
    }
}

@Suite struct ScheduleRangeTests {
    private let today = LocalDate("2026-07-01")!

    private func dates(_ from: String, _ to: String, _ weekdays: [String]? = nil) throws -> [String] {
        try ScheduleRange.dates(ScheduleRange.Draft(from: from, to: to, weekdays: weekdays), today: today).map(\.description)
    }

    private func faults(_ from: String, _ to: String, _ weekdays: [String]? = nil) -> [String] {
        do {
            _ = try ScheduleRange.dates(ScheduleRange.Draft(from: from, to: to, weekdays: weekdays), today: today)
            return []
        } catch { return error.all.map(\.field) }
    }

    @Test func datesOfARange() throws {
        #expect(try dates("2026-07-01", "2026-07-03") == ["2026-07-01", "2026-07-02", "2026-07-03"])
        #expect(try dates("2026-06-29", "2026-06-29") == ["2026-06-29"])
        #expect(try dates("2026-07-01", "2026-07-15", ["saturday", "sunday"]) == ["2026-07-04", "2026-07-05", "2026-07-11", "2026-07-12"])
        #expect(try dates("2026-12-30", "2027-01-02").count == 4)
        #expect(try dates("2026-07-01", "2027-08-04").count == 400)
    }

    @Test func faultyRanges() {
        #expect(faults("2026-7-1", "x") == ["from", "to"])
        #expect(faults("2026-06-28", "2026-07-01") == ["from"])
        #expect(faults("2026-07-01", "2028-07-02") == ["to"])
        #expect(faults("2026-07-02", "2026-07-01") == ["to"])
        #expect(faults("2026-07-01", "2027-08-05") == ["to"])
        #expect(faults("2026-07-01", "2026-07-02", ["someday"]) == ["weekdays[0]"])
        #expect(faults("2026-07-01", "2026-07-02", []) == ["weekdays"])
        // One fault, however many there are.
        #expect(faults("2026-07-01", "2026-07-02", Array(repeating: "someday", count: 100_000)) == ["weekdays"])
        #expect(faults("2026-07-01", "2026-07-02", Weekday.allCases.map(\.rawValue)) == [])
        #expect(faults("2026-07-01", "2026-07-02", ["sunday"]) == ["weekdays"])
    }

    @Test func reachOfHours() throws {
        let date = try #require(LocalDate("2026-07-01"))
        let reach = try #require(ScheduleReach(.open12, on: date, in: "America/Winnipeg"))
        #expect(RFC3339.format(reach.opensAt) == "2026-07-01T12:00:00Z" && RFC3339.format(reach.closesAt) == "2026-07-02T02:00:00Z")
        // The clocks are turned back: 08:00 to 20:00 is from 14:00Z to 02:00Z, and an hour to either side, and the hour that is turned.
        let turned = try #require(LocalDate("2026-11-01"))
        let autumn = try #require(ScheduleReach(.open12, on: turned, in: "America/Chicago"))
        #expect(RFC3339.format(autumn.opensAt) == "2026-11-01T12:00:00Z" && RFC3339.format(autumn.closesAt) == "2026-11-02T03:00:00Z")
        #expect(ScheduleReach(.closed, on: date, in: "America/Winnipeg") == nil && ScheduleReach(nil, on: date, in: "America/Winnipeg") == nil)
    }
}

@Suite struct DirectionsTemplateTests {
    @Test func positionsAreFilledInWhereverTheyAreNamed() {
        let position = Position(latitude: 49.5, longitude: -97.25)
        #expect(DirectionsTemplate("geo:{latitude},{longitude}?q={latitude},{longitude}").link(to: position) == "geo:49.5,-97.25?q=49.5,-97.25")
        #expect(DirectionsTemplate("{longitude} {latitude}").link(to: position) == "-97.25 49.5")
    }

    @Test(arguments: ["", "geo:{latitude}", "geo:{longitude}", "geo:{latitude,longitude}"]) func bothAreNeeded(text: String) {
        #expect(!DirectionsTemplate(text).isWhole)
    }
}
