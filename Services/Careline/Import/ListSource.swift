import CareModels
import Fetch
import Foundation

/// Where a list comes from: a file, or an address of https.
struct ListSource: Sendable {
    static let mostBytes = 64 << 20
    static let deadline = Duration.seconds(120)
    static let mostRedirects = 3

    /// A list as it came.
    struct List: Sendable {
        /// `ListSource.shown`.
        var place: String
        var bytes: [UInt8]
        var isGeoJSON: Bool
        /// What its ids belong to, where nothing else is said.
        var name: String
        var version = ListVersion()

        func records() throws -> [CSVReader.Record] {
            do { return isGeoJSON ? try GeoJSONReader(Data(bytes)).records : try CSVReader(bytes).records } catch let fault as CSVReader.Fault {
                throw Failure("\(place): \(fault)")
            }
        }
    }

    let place: String

    init(_ place: String) { self.place = place }

    var isAddress: Bool { place.hasPrefix("https://") }

    /// As messages have it: the file, or the address without its query, which may hold a secret.
    var shown: String { isAddress ? String(place.prefix { $0 != "?" && $0 != "#" }) : place }

    /// Nil where its server says that it is still the version that is known.
    /// - Parameter authorities: a file of certificates that are trusted in place of the system's.
    func read(trusting authorities: String?, known: ListVersion? = nil) async throws -> List? {
        isAddress ? try await fetched(authorities, known?.conditions ?? []) : try file()
    }

    private func file() throws -> List {
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: place)) } catch { throw Failure("\(place) cannot be read: \(error.localizedDescription)") }
        return List(place: place, bytes: [UInt8](data), isGeoJSON: Self.isGeoJSON(place), name: Self.name(place))
    }

    private func fetched(_ authorities: String?, _ conditions: [(name: String, value: String)]) async throws -> List? {
        var request = FetchRequest(.get, place, deadline: Self.deadline, mostBytes: Self.mostBytes)
        request.mostRedirects = Self.mostRedirects
        request.authorities = authorities
        request.headers = conditions
        let response: FetchResponse
        do { response = try await Fetcher(mostConnections: 1).fetch(request) } catch let error as FetchError {
            throw Failure("\(shown) cannot be fetched: \(error)\(Self.hint(error))")
        }
        if response.status == 304, !conditions.isEmpty { return nil }
        guard response.status == 200 else { throw Failure("\(shown) cannot be fetched: the server answers \(response.status)") }
        let type = response.header("Content-Type").map { MediaType.name($0) }
        let isGeoJSON = Self.isGeoJSON(shown) || ["application/geo+json", "application/json"].contains(type)
        return List(place: shown, bytes: response.body, isGeoJSON: isGeoJSON, name: Self.name(shown), version: ListVersion(response))
    }

    private static func hint(_ error: FetchError) -> String {
        guard case .untrusted = error else { return "" }
        return "\nIf it has a certificate of an authority of your own, name that authority's by --ca FILE."
    }

    private static func isGeoJSON(_ name: String) -> Bool { [".geojson", ".json"].contains { name.lowercased().hasSuffix($0) } }

    /// The last part of the path, without its extension.
    private static func name(_ path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        let stem = (last as NSString).deletingPathExtension.lowercased()
        return String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(40))
    }
}
