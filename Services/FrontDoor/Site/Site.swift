import CareModels
import Foundation
import HTTP
import JSON

/// What `deploy/site/build` made of the guides and the contracts, read once at the start. A path of a request is looked up among those that
/// the site lists, and is never the path of a file.
struct Site: Sendable {
    /// By path, as `/docs/operators` or `/glossary`, and by what they are written in.
    private var pages: [String: [Language: SitePage]] = [:]
    /// By path: `/openapi.yaml`.
    private(set) var files: [String: SiteFile] = [:]
    /// The guides' paths in the order in which they are shown.
    private(set) var guides: [String] = []
    /// What could not be made, in a sentence each.
    private(set) var missing: [String] = []
    private(set) var search = SearchIndex([])

    /// Nobody made one.
    static let none: Site = {
        var site = Site()
        site.missing = ["The guides and files are missing: run deploy/site/build, name its folder in CARE_FRONT_SITE, and start the front door again."]
        return site
    }()

    private init() {}

    /// `address`: the platform's own, in place of where `make up` is, so that a guide's lines work for whoever reads them here.
    init(folder: String, address: String) throws {
        let base = URL(fileURLWithPath: folder, isDirectory: true)
        func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: base.appendingPathComponent(name))) }
        let index = try CareJSON.decode(SiteIndex.self, from: try bytes("index.json"))
        for entry in index.pages {
            let content = Self.told(String(decoding: try bytes(entry.file), as: UTF8.self), at: address)
            let language = entry.language ?? .english
            let page = SitePage(path: entry.path, language: language, title: entry.title, summary: entry.summary, content: content, sections: entry.sections)
            pages[entry.path, default: [:]][language] = page
            if entry.isGuide, language == .english { guides.append(entry.path) }
        }
        for entry in index.files {
            let body = try bytes(entry.file)
            files[entry.path] = SiteFile(type: entry.type, body: Self.contracts.contains(entry.path) ? Self.placed(body, at: address) : body)
        }
        missing = index.missing
        search = SearchIndex(index.pages.compactMap { pages[$0.path]?[$0.language ?? .english] })
    }

    /// What tools make clients of: whoever reads one here calls this platform by it.
    private static let contracts: Set = ["/openapi.yaml", "/openapi.json", "/asyncapi.yaml"]
    /// Where `make up` is, which the contracts name in the source.
    private static let development = "http://127.0.0.1:8080"

    private static func placed(_ contract: [UInt8], at address: String) -> [UInt8] {
        Array(String(decoding: contract, as: UTF8.self).replacingOccurrences(of: development, with: address).utf8)
    }

    private static func told(_ content: String, at address: String) -> String {
        let shown: HTML = "\(address)"
        let escaped = shown.string(in: .english)
        return content.replacingOccurrences(of: "${CARELINE_URL:-\(development)}", with: escaped)
            .replacingOccurrences(of: "URL(string: &quot;\(development)&quot;)", with: "URL(string: &quot;\(escaped)&quot;)")
    }

    /// In the reader's language, or in English.
    func page(_ path: String, in language: Language) -> SitePage? { pages[path].flatMap { $0[language] ?? $0[.english] } }
}

/// index.json.
private struct SiteIndex: Decodable {
    struct Page: Decodable {
        var path: String
        /// English where a site of a release before does not say.
        var language: Language?
        var file: String
        var title: String
        var summary: String
        var isGuide: Bool
        var sections: [SitePage.Section]
    }

    struct File: Decodable {
        var path: String
        var file: String
        var type: String
    }

    var pages: [Page]
    var files: [File]
    var missing: [String]
}
