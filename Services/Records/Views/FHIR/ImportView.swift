import JSON

/// What became of an import: Parameters with the numbers of lines, and a `fault` for each that was refused.
struct ImportView: Sendable {
    struct Fault: Sendable {
        var line: Int
        var status: Int
        var outcome: OperationOutcomeView
    }

    let numbers: [(name: String, count: Int)]
    let faults: [Fault]

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 512 + faults.count * 300)
        json.object {
            $0.member("resourceType", "Parameters")
            $0.list("parameter", 0..<(numbers.count + faults.count)) { index, json in
                json.object {
                    guard index < numbers.count else { return Self.write(faults[index - numbers.count], &$0) }
                    $0.member("name", numbers[index].name)
                    $0.member("valueInteger", numbers[index].count)
                }
            }
        }
        return json.bytes
    }

    private static func write(_ fault: Fault, _ json: inout JSONWriter) {
        json.member("name", "fault")
        json.list("part", ["line", "status", "outcome"]) { part, json in
            json.object {
                $0.member("name", part)
                switch part {
                case "line": $0.member("valueInteger", fault.line)
                case "status": $0.member("valueInteger", fault.status)
                default: $0.member("resource", json: fault.outcome.bytes)
                }
            }
        }
    }
}
