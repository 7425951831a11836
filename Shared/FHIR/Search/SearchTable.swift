/// The standard's search parameters and compartments, as a script has written them down.
enum SearchTable {
    static let prefix = "http://hl7.org/fhir/SearchParameter/"

    static func text(_ release: FHIRRelease) -> StaticString {
        switch release {
        case .r4: r4
        case .stu3: stu3
        }
    }

    static func parameters(_ release: FHIRRelease) -> [SearchParameter] { lines(release) { $0 != UInt8(ascii: "@") }.compactMap(parameter) }

    static func compartments(_ release: FHIRRelease) -> [String: [String: [String]]] {
        var compartments: [String: [String: [String]]] = [:]
        for line in lines(release, where: { $0 == UInt8(ascii: "@") }) {
            var types: [String: [String]] = [:]
            for part in line.dropFirst() {
                let sides = part.split(separator: "=")
                types[String(sides[0])] = sides[1].split(separator: ",").map(String.init)
            }
            compartments[String(line[0].dropFirst())] = types
        }
        return compartments
    }

    private static func lines(_ release: FHIRRelease, where isWanted: (UInt8) -> Bool) -> [[String]] {
        text(release).withUTF8Buffer { bytes in
            bytes.split(separator: 0x0A).filter { isWanted($0[$0.startIndex]) }.map { line in
                line.split(separator: UInt8(ascii: ";")).map { String(decoding: $0, as: UTF8.self) }
            }
        }
    }

    private static func parameter(_ parts: [String]) -> SearchParameter? {
        guard parts.count == 8, let number = Int(parts[0]), let kind = SearchParameter.Kind(rawValue: parts[2]) else { return nil }
        func words(_ text: String) -> [String] { text == "-" || text == "*" ? [] : text.split(separator: ",").map(String.init) }
        let components = words(parts[7]).compactMap { part -> (code: String, expression: String)? in
            guard let sign = part.firstIndex(of: "=") else { return nil }
            return (String(part[..<sign]), String(part[part.index(after: sign)...]))
        }
        return SearchParameter(
            number: number, code: parts[1], kind: kind, url: prefix + parts[3], expression: parts[6], types: words(parts[4]), targets: words(parts[5]),
            components: components)
    }
}
