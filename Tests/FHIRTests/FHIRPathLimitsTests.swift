import JSON
import Testing

@testable import FHIR

/// Expressions of a stranger, who would have them cost more than they are given.
@Suite struct FHIRPathLimitsTests {
    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    private static let resource = #"{"resourceType":"Patient","id":"p","name":[\#((0..<200).map { #"{"family":"f\#($0)"}"# }.joined(separator: ","))]}"#

    static let unread: [(String, FHIRPathError)] = [
        (repeated("a", FHIRPath.longest + 1), .tooLong(FHIRPath.longest)), (repeated("(", 200) + "1" + repeated(")", 200), .tooDeep(FHIRPath.deepest)),
        (repeated("iif(", 100) + "true" + repeated(",1)", 100), .tooDeep(FHIRPath.deepest)), (repeated("a[", 100) + "0" + repeated("]", 100), .tooDeep(FHIRPath.deepest)),
        (repeated("a.where(", 100) + "b" + repeated(")", 100), .tooDeep(FHIRPath.deepest))
    ]

    @Test(arguments: unread)
    func isNotRead(_ expression: String, _ error: FHIRPathError) { #expect(throws: error) { try FHIRPath(expression) } }

    /// As wide as may be, and so no deeper.
    static let wide: [(String, String)] = [
        (repeated("- ", 2_000) + "1", "1"), (repeated("1 + ", 2_000) + "1", "2001"), ("id" + repeated(".first()", 1_000), #""p""#),
        ("id" + repeated("[0]", 2_000), #""p""#),
        (repeated("true and ", 800) + "true", "true"), (repeated("(", 47) + "1" + repeated(")", 47), "1"), ("1" + repeated(" is Integer", 1), "true"),
        (repeated("iif(true, ", 47) + "1" + repeated(")", 47), "1")
    ]

    @Test(arguments: wide)
    func isRead(_ expression: String, _ expected: String) throws { #expect(try FHIRPathTests.answer(expression, Self.resource) == expected) }

    static let costly = [
        "name.where(%resource.name.where(%resource.name.where(family = 'x').exists()).exists())", "('a' | 'b').repeat($this & $this)", "'a'.repeat(replace('a', 'aa'))",
        "'a'" + repeated(".replace('a', 'aaaaaaaaaa')", 12), "name.select(%resource.name.select(%resource.name.select(%resource.name)))", "1.repeat($this + 1)",
        "name.aggregate($total | %resource.descendants(), {})", "'\(repeated("a", 1_500))'.replace('', '\(repeated("a", 1_500))').replace('', '\(repeated("a", 1_500))')",
        "%resource.descendants().select(%resource.descendants().select(%resource.descendants()))",
        "name.combine(name).combine(name)" + repeated(".select(%resource.name)", 8)
    ]

    @Test(arguments: costly)
    func endsByItsBudget(_ expression: String) throws {
        let resource = try JSONDocument(Array(Self.resource.utf8)).root
        #expect {
            try FHIRPath(expression).evaluate(resource, .init(steps: 300_000))
        } throws: { [.tooManySteps, .tooManyValues].contains($0 as? FHIRPathError) }
    }

    /// What goes back and forth elsewhere, and here does not: some ten thousand steps.
    static let patterns = ["(a+)+$", "(a|aa)+$", "^(a|a?)+$", "(.*a){12}$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(a?){60}a{60}$"]

    @Test(arguments: patterns)
    func patternsAreLinear(_ pattern: String) throws {
        let resource = try JSONDocument(Array(#"{"resourceType":"Patient"}"#.utf8)).root
        let expression = try FHIRPath("'\(Self.repeated("a", 400))!'.matches('\(pattern)')")
        #expect(try expression.isTrue(resource, .init(steps: 300_000)) == false)
    }

    private static let long = #"""
        {"resourceType":"Patient","text":{"div":"\#(repeated("x", 20_000))"},"name":[\#((0..<500).map { #"{"family":"f\#($0)"}"# }.joined(separator: ","))]}
        """#

    /// A few steps of each lead to a long text, which is read, compared or copied each time; or to the states of a pattern, which wait for no character.
    static let costlyTexts = [
        "name.select(%resource.text.`div`).take(60).join('')", "name.where(%resource.text.`div` = %resource.text.`div`)",
        "name.where(%resource.text.`div` < %resource.text.`div`)",
        "name.aggregate($total.toBoolean() | $total, %resource.text.`div` & '')", "name.where(%resource.text.`div`.toInteger() = 1)",
        "text.`div`.matches('(?:\(repeated("()", 20))){200}y')", "text.`div`.matches('(?:[\(repeated("a", 900))x]){20}y')",
        "name.select('a'.replaceMatches('(?:^^^^){1000}b', 'b'))"
    ]

    @Test(arguments: costlyTexts)
    func whatIsDoneWithTextsIsPaidFor(_ expression: String) throws {
        let resource = try JSONDocument(Array(Self.long.utf8)).root
        #expect(throws: FHIRPathError.tooManySteps) { try FHIRPath(expression).evaluate(resource, .init(steps: 100_000)) }
    }

    private static let longNumber = #"""
        {"resourceType":"Observation","valueQuantity":{"value":1e\#(repeated("0", 20_000))1,"code":"mg"},"component":[\#(Array(repeating: #"{"valueInteger":1}"#, count: 500).joined(separator: ","))]}
        """#

    static let costlyNumbers = [
        "component.where(%resource.value.value = 1)", "component.where(%resource.value > 100 'mg')", "component.where(%resource.value.value in (1 | 2))",
        "component.where(%resource.value ~ 100 'mg')"
    ]

    /// A number may be as long as a text, and is read as often.
    @Test(arguments: costlyNumbers)
    func aLongNumberIsPaidForEachTimeItIsRead(_ expression: String) throws {
        let resource = try JSONDocument(Array(Self.longNumber.utf8)).root
        #expect(throws: FHIRPathError.tooManySteps) { try FHIRPath(expression).evaluate(resource, .init(steps: 100_000)) }
    }

    /// An object of a stranger's with any number of members: each is looked up, and none is looked for.
    @Test func childrenAreFoundInOneWalk() throws {
        let members = (0..<30_000).map { "\"m\($0)\":1,\"_m\($0)\":{\"id\":\"i\"}" }.joined(separator: ",")
        let resource = try JSONDocument(Array("{\"resourceType\":\"Patient\",\"contact\":[{\(members),\"_n\":{\"id\":\"i\"}}]}".utf8)).root
        guard case .integer(30_001)? = try FHIRPath("contact.children().count()").evaluate(resource).first else {
            Issue.record("not all, or not each with what lies beside it")
            return
        }
    }

    /// At the ends of what numbers and dates hold, where arithmetic would end the process.
    static let ends: [(String, String)] = [
        ("-(value.value - 1)", ""), ("(value.value - 1).abs()", ""), ("(value.value - 1) / -1", ""), ("(value.value - 1) * -1", ""),
        ("-value.value", "170141183460469231731687303715884105727"), ("@2020-01-01T00:00:00Z - 9223372036.8 seconds", "@1727-09-22T00:12:43.200Z"),
        ("@2020-01-01T00:00:00Z + 9223372036.8 seconds", "@2312-04-11T23:47:16.800Z"), ("@9999-12-31T23:59:59+14:00 + 13 hours", ""),
        ("@0001-01-01T12:00:00-12:00 - 23 hours", "")
    ]

    @Test(arguments: ends)
    func endsAreNoTraps(_ expression: String, _ expected: String) throws {
        let resource = #"{"resourceType":"Observation","valueQuantity":{"value":-170141183460469231731687303715884105727}}"#
        #expect(try FHIRPathTests.answer(expression, resource) == expected)
    }

    /// What consumes nothing is the same however often it is repeated, and is not compiled so often.
    static let emptyRepeats = [
        "(?:(?:(?:){1000}{1000}){1000}{1000}){1000}{1000}", "(?:(?:a{0}{1000}){1000}{1000}){1000}{1000}", "(?:(?:(?:a{0}(?:)b{0,0}){1000}){1000,}){1000}a?",
        "(?:(?:(?:(?:a){0}){1000}){1000}){1000}"
    ]

    @Test(arguments: emptyRepeats)
    func aRepeatOfNothingIsNothing(_ pattern: String) throws {
        let resource = try JSONDocument(Array(#"{"resourceType":"Patient"}"#.utf8)).root
        #expect(try FHIRPath("'a'.matches('\(pattern)')").isTrue(resource, .init(steps: 1_000)) == true)
        #expect(try FHIRPattern(pattern).steps < 100)
    }

    /// Of one part that is repeated in one that is repeated no more is compiled than a bound, even where it comes to few instructions.
    static let deepRepeats = ["(?:(?:(?:(?:a){8}){8}){8}){8}", "(?:(?:(?:(?:(?:(?:a)){8}){8}){8}){8})"]

    @Test(arguments: deepRepeats)
    func compilingIsBounded(_ pattern: String) throws {
        #expect(try FHIRPattern(pattern).steps <= FHIRPattern.mostSteps)
        let steps = try FHIRPattern(pattern).steps
        #expect(steps > 4_096)
        let resource = try JSONDocument(Array(#"{"resourceType":"Patient"}"#.utf8)).root
        // And is paid for at each call.
        #expect(throws: FHIRPathError.tooManySteps) { try FHIRPath("'a'.matches('\(pattern)')").evaluate(resource, .init(steps: steps / 4)) }
    }

    private static let many = #"{"resourceType":"Patient","name":[\#((0..<10_000).map { #"{"family":"f\#($0)"}"# }.joined(separator: ","))]}"#

    /// Lists of what was made before, as long as a list squared; and many lists that wait for one another.
    static let longLists = [
        "name.first().aggregate(%resource.name.select($total).count(), %resource.name)", "name.combine(name).combine(name).combine(name)", "name.select(%resource.name)",
        "name.select(%resource.name | 'a').count()", "name.repeat(%resource.name.select(family & $index.toString()))",
        "'\(repeated("ab", 2_000))'.replace('a', 'aaaaaaaaaaaaaaaaaaaa').toChars()",
        "'\(repeated("a,", 2_000))'.replace(',', ',,,,,,,,,,,,,,,,,,,,').split(',')", "name.aggregate($total.combine(%resource.name), {})",
        "name.aggregate($total | %resource.name.select(family & $index.toString()), {})", "%resource.descendants().combine(%resource.descendants())",
        repeated("%resource.name.select(", 9) + "1" + repeated(")", 9), repeated("%resource.name.where(", 9) + "true" + repeated(")", 9),
        repeated("name.combine(", 9) + "name" + repeated(")", 9)
    ]

    @Test(arguments: longLists)
    func noListIsLong(_ expression: String) throws {
        let resource = try JSONDocument(Array(Self.many.utf8)).root
        do {
            _ = try FHIRPath(expression).evaluate(resource)
            Issue.record("it is made")
        } catch let error as FHIRPathError {
            #expect(error == .tooManyValues || error == .tooManySteps)
        }
    }

    /// Values that exist already cost as much as those that are made.
    @Test func whatIsPutIntoAListIsPaidFor() throws {
        let resource = try JSONDocument(Array(Self.resource.utf8)).root
        let expression = try FHIRPath("name.first().aggregate(%resource.name.select($total).count(), %resource.name.take(100))")
        #expect(throws: FHIRPathError.tooManySteps) { try expression.evaluate(resource, .init(steps: 15_000)) }
        #expect(try expression.evaluate(resource, .init(steps: 40_000)).count == 1)
    }

    /// Marks in a row are compared, and looked up, in time that grows with the row squared: a path makes no row that could not be sent.
    static let longRows = [
        "('a' & '\(repeated("\\u0301", 40))' & '\(repeated("\\u0316", 40))').length()", "'\(repeated("\\u0301", 65))'.length()", "'\(repeated("\u{301}", 65))'.length()",
        "'xxxxx'.replace('x', '\(repeated("\\u0301", 20))').length()", "'\(repeated("x\\u0301", 70))'.replace('x', '').length()",
        "('\(repeated("\\u0301", 40))' + '\(repeated("\\u0316", 40))').length()", "'xxxxx'.replaceMatches('x', '\(repeated("\\u0301", 20))').length()",
        "name.take(2).select('\(repeated("\\u0301", 40))').join('').length()", "name.`\(repeated("\\u0301", 65))`",
        "name.\"\(repeated("\u{301}", 65))\".empty()"
    ]

    @Test(arguments: longRows)
    func noRowOfMarksIsMade(_ expression: String) throws {
        let resource = try JSONDocument(Array(Self.resource.utf8)).root
        #expect(throws: FHIRPathError.self) { try FHIRPath(expression).evaluate(resource) }
    }

    /// Twice the text, twice the steps, whatever is done with it.
    static let linear = [
        "id.upper().length()", "id.replace('a', 'b').length()", "id.replaceMatches('a', 'b').length()", "id.matches('(a|b)*c')", "id.contains('zz')", "id.indexOf('ab')",
        "id.split('a').count()", "id = id", "id ~ id", "id.toChars().count()", "(id & id).length()", "id.trim().length()", "id.replace('', 'x').length()"
    ]

    @Test(arguments: linear)
    func stepsAreLinearInAText(_ expression: String) throws {
        func steps(_ count: Int) throws -> Int {
            let resource = try JSONDocument(Array(#"{"resourceType":"Patient","id":"\#(Self.repeated("ab", count))"}"#.utf8)).root
            let path = try FHIRPath(expression)
            let run = FHIRPathRun(FHIRPathNode(resource), .init())
            #expect(try run.evaluate(path.tree).count == 1)
            return 1_000_000 - run.steps
        }
        let (once, twice) = (try steps(2_000), try steps(4_000))
        #expect(once > 200 && Double(twice) < 2.5 * Double(once), "\(twice) steps after \(once)")
    }

    /// A group's name is looked for in a few characters: a template may be as long as a resource, and open one with every second of them.
    @Test(.enabled(if: Looks.areCounted, "a release counts nothing")) func openBracesInATemplateAreLookedAtOnce() throws {
        func looks(_ count: Int) throws -> Int {
            let resource = try JSONDocument(Array(#"{"resourceType":"Patient","id":"\#(Self.repeated("${", count))"}"#.utf8)).root
            let path = try FHIRPath("'a'.replaceMatches('a', id).length()")
            return try Looks.counted { _ = try path.evaluate(resource) }
        }
        let (once, twice) = (try looks(1_000), try looks(2_000))
        #expect(once > 1_000)
        #expect(Double(twice) < 2.5 * Double(once), "\(once) looks, \(twice) of twice as much")
    }

    static let badPatterns = [
        "(", ")", "[", "a{3,2}", "*", "a**?+*", "\\\\1", "(?=a)", "(?<!a)", "a{100000}", "((a{100}){100}){100}", repeated("(", 100), "[z-a]", "(?<n a>)"
    ]

    @Test(arguments: badPatterns)
    func isNoPattern(_ pattern: String) throws {
        let resource = try JSONDocument(Array(#"{"resourceType":"Patient"}"#.utf8)).root
        #expect(throws: FHIRPathError.badPattern) { try FHIRPath("'a'.matches('\(pattern)')").evaluate(resource) }
    }

    @Test func aCancelledTaskEvaluatesNoFurther() async throws {
        let resource = try JSONDocument(Array(Self.resource.utf8)).root
        let expression = try FHIRPath("name.where(%resource.name.where(%resource.name.where(family = 'x').exists()).exists())")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try expression.evaluate(resource, .init(steps: .max))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aDeepResourceIsWalked() throws {
        let deep = Self.repeated(#"{"extension":["#, 48) + "{}" + Self.repeated("]}", 48)
        let resource = try JSONDocument(Array(#"{"resourceType":"Patient","contact":[\#(deep)]}"#.utf8)).root
        #expect(try FHIRPath("contact.descendants().count()").evaluate(resource).count == 1)
        #expect(try FHIRPath("contact = contact").isTrue(resource) == true)
    }
}
