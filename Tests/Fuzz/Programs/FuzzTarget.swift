/// A parser that a stranger reaches, and what has to hold of it whatever comes.
struct FuzzTarget: Sendable {
    /// Also of its folders under `corpus`, `regressions` and of its dictionary.
    let name: String
    /// Bytes of an input.
    let longest: Int
    /// Ends the process when something does not hold.
    let run: @Sendable ([UInt8]) -> Void

    init(_ name: String, longest: Int = 4096, _ run: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.longest = longest
        self.run = run
    }

    static let all: [FuzzTarget] = [
        .json, .bodies, .multipart, .webSocket, .percent, .cursor, .token, .instant, .fhirDate, .fhirPath, .weeklyHours, .conditions, .languages, .range, .csv, .geoJSON,
        .media, .photos, .cookies, .http, .fhir, .query, .trace, .event, .addresses, .authorization, .scopes, .proof, .passkey, .registration, .validation, .consent,
        .uploads, .ndjson, .patch, .fields, .narrative, .asked
    ]
}

/// Ends the process, and so the run, with what did not hold: libFuzzer keeps the input.
func expect(_ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
    if !condition() { fatalError(message(), file: file, line: line) }
}

/// Likewise, of a value that has to be there.
func unwrap<Value>(_ value: Value?, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) -> Value {
    guard let value else { fatalError(message(), file: file, line: line) }
    return value
}
