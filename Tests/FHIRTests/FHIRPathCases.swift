@testable import FHIR

/// Expressions, and what they come to.
enum FHIRPathCases {
    static let ofPatient: [(String, String)] = paths + functions + texts + conversions + numbers + times + logic + sets + types + fhir

    private static let paths: [(String, String)] = [
        ("id", #""p1""#), ("Patient.id", #""p1""#), ("Resource.id", #""p1""#), ("DomainResource.id", #""p1""#), ("Observation.id", ""), ("$this.id", #""p1""#),
        ("name.given", #""Peter", "James", "Jim", "Peter", without {"extension":[{"url":"http://x/masked","valueBoolean":true}]}"#),
        ("name.family", #""Chalmers", "Windsor""#), ("name[0].family", #""Chalmers""#), ("name[1].family", ""), ("name[5]", ""), ("name.given[3]", #""Peter""#),
        ("name.where(use = 'usual').given", #""Jim""#), ("nothing", ""), ("name.nothing.more", ""), ("multipleBirth", "2"), ("multipleBirthInteger", ""),
        ("deceased", "false"), ("birthDate.extension.value", #""1974-12-25T14:35:45-05:00""#), ("birthDate.id", #""b""#), ("maritalStatus", "without {}"),
        ("`id`", #""p1""#), ("text.`div`.exists()", "true"), ("(name).family.first()", #""Chalmers""#), ("name . family /* where */ . first( ) // end", #""Chalmers""#),
        ("contained.name", #""Contained""#), ("{}", ""), ("%resource.id", #""p1""#), ("%context.id", #""p1""#), ("%rootResource.id", #""p1""#),
        ("%ucum", "'http://unitsofmeasure.org'"), ("%sct", "'http://snomed.info/sct'"), ("%loinc", "'http://loinc.org'"),
        ("%'vs-administrative-gender'", "'http://hl7.org/fhir/ValueSet/administrative-gender'"),
        ("%`ext-patient-birthTime`", "'http://hl7.org/fhir/StructureDefinition/patient-birthTime'"), ("resourceType", ""),
        ("contact.relationship.coding.code", #""N""#), ("telecom.rank", "1, 2")
    ]

    private static let functions: [(String, String)] = [
        ("name.empty()", "false"), ("photo.empty()", "true"), ("name.exists()", "true"), ("photo.exists()", "false"), ("name.exists(use = 'usual')", "true"),
        ("name.exists(use = 'old')", "false"), ("name.all(given.exists())", "true"), ("name.all(family.exists())", "false"), ("photo.all(false)", "true"),
        ("(true | true.not()).allTrue()", "false"), ("(true).allTrue()", "true"), ("(true | false).anyTrue()", "true"), ("(false).allFalse()", "true"),
        ("(true | false).anyFalse()", "true"), ("{}.allTrue()", "true"), ("{}.anyTrue()", "false"), ("name.count()", "3"), ("photo.count()", "0"),
        ("name.given.count()", "5"),
        ("name.given.distinct().count()", "4"), ("name.use.isDistinct()", "true"), ("name.given.isDistinct()", "false"), ("{}.isDistinct()", "true"),
        ("name.given.first()", #""Peter""#), ("name.family.last()", #""Windsor""#), ("name.family.tail()", #""Windsor""#), ("name.use.skip(1)", #""usual", "maiden""#),
        ("name.use.skip(-1).count()", "3"), ("name.use.skip(9)", ""), ("name.use.take(2)", #""official", "usual""#), ("name.use.take(0)", ""), ("{}.single()", ""),
        ("id.single()", #""p1""#), ("name.select(given.count())", "2, 1, 2"), ("name.select($index)", "0, 1, 2"), ("name.where($index = 1).use", #""usual""#),
        ("(1 | 2 | 3).aggregate($total + $this, 0)", "6"), ("(3 | 1 | 2).aggregate(iif($total.empty(), $this, iif($this < $total, $this, $total)))", "1"),
        ("(1 | 2).select($this * 2)", "2, 4"), ("iif(active, 'yes', 'no')", "'yes'"), ("iif({}, 'yes', 'no')", "'no'"), ("iif(false, 'yes')", ""),
        ("contained.repeat(name)", #""Contained""#), ("contact.repeat(children()).count()", "4"), ("contact.descendants().count()", "4"),
        ("contact.children().count()", "1"), ("birthDate.children().count()", "2"), ("birthDate.descendants().count()", "4"), ("name.trace('n').count()", "3"),
        ("active.not()", "false"), ("{}.not()", ""), ("deceased.not()", "true"), ("name.given.where($this = 'Jim')", #""Jim""#)
    ]

    private static let texts: [(String, String)] = [
        ("'abcdefg'.indexOf('bc')", "1"), ("'abcdefg'.indexOf('x')", "-1"), ("'abc'.indexOf('')", "0"), ("'äbc'.indexOf('c')", "2"), ("'abcdefg'.substring(3)", "'defg'"),
        ("'abcdefg'.substring(1, 2)", "'bc'"), ("'abcdefg'.substring(6, 2)", "'g'"), ("'abcdefg'.substring(7, 1)", ""), ("'abc'.substring(-1)", ""),
        ("'abc'.startsWith('ab')", "true"), ("'abc'.startsWith('')", "true"), ("'abc'.startsWith('b')", "false"), ("'abc'.endsWith('bc')", "true"),
        ("'abc'.endsWith('ab')", "false"), ("'abc'.contains('b')", "true"), ("'abc'.contains('d')", "false"), ("{}.contains('a')", ""), ("'abc'.upper()", "'ABC'"),
        ("'ABC'.lower()", "'abc'"), ("'abcdefg'.replace('cde', '123')", "'ab123fg'"), ("'abcdefg'.replace('cde', '')", "'abfg'"), ("'abc'.replace('', 'x')", "'xaxbxcx'"),
        ("'aaa'.replace('a', 'b')", "'bbb'"), ("'abc'.matches('^a.c$')", "true"), ("'xabcx'.matches('abc')", "true"), ("'abc'.matches('^b')", "false"),
        ("'xabcx'.matchesFull('abc')", "false"), ("'abc'.matchesFull('[a-c]{3}')", "true"), ("'a1'.matches('\\\\d')", "true"), ("'a\\nb'.matches('a.b')", "true"),
        ("'Patient_1'.matches('^[A-Z]([A-Za-z0-9_]){0,254}$')", "true"), ("'a-b'.matches('^[\\\\w\\\\-]+$')", "true"), ("'ab'.matches('^(?:a|b)+?$')", "true"),
        ("'11/30/1972'.replaceMatches('\\\\b(?<month>\\\\d{1,2})/(?<day>\\\\d{1,2})/(?<year>\\\\d{2,4})\\\\b', '${day}-${month}-${year}')", "'30-11-1972'"),
        ("'a.b.c'.replaceMatches('\\\\..*', '')", "'a'"), ("'abc'.replaceMatches('(b)', '[$1]')", "'a[b]c'"), ("'abc'.replaceMatches('x*', '-')", "'-a-b-c-'"),
        ("'abc'.length()", "3"), ("'äöü'.length()", "3"), ("''.length()", "0"), ("'abc'.toChars()", "'a', 'b', 'c'"), ("'a,b,,c'.split(',')", "'a', 'b', '', 'c'"),
        ("('a' | 'b').join('-')", "'a-b'"), ("('a' | 'b').join()", "'ab'"), ("'  a b '.trim()", "'a b'"), ("'a' + 'b'", "'ab'"), ("'a' & {}", "'a'"), ("'a' + {}", ""),
        ("{} & {}", "''"), ("'it\\'s'", "'it's'"), ("'\\u00e4'", "'ä'"), ("name[0].given.join(' ') & ' ' & name[0].family", "'Peter James Chalmers'"),
        ("gender & 1", "'male1'")
    ]

    private static let conversions: [(String, String)] = [
        ("'true'.toBoolean()", "true"), ("'N'.toBoolean()", "false"), ("'x'.toBoolean()", ""), ("1.toBoolean()", "true"), ("2.toBoolean()", ""),
        ("'1.0'.convertsToBoolean()", "true"),
        ("'12'.toInteger()", "12"), ("'-12'.toInteger()", "-12"), ("'1.2'.toInteger()", ""), ("true.toInteger()", "1"), ("'x'.convertsToInteger()", "false"),
        ("'1.50'.toDecimal()", "1.50"), ("1.toDecimal()", "1"), ("'x'.toDecimal()", ""), ("'1.5'.convertsToDecimal()", "true"), ("1.50.toString()", "'1.50'"),
        ("true.toString()", "'true'"), ("@2015-02.toString()", "'2015-02'"), ("4.5 'mg'.toString()", "'4.5 'mg''"), ("(3 days).toString()", "'3 day'"),
        ("'2015-02-04'.toDate()", "@2015-02-04"), ("'2015-13'.toDate()", ""), ("@2015-02-04T10:00.toDate()", "@2015-02-04"), ("'2015-02-04'.convertsToDate()", "true"),
        ("'2015-02-04T14:34:28Z'.toDateTime()", "@2015-02-04T14:34:28Z"), ("@2015.toDateTime()", "@2015T"), ("'x'.convertsToDateTime()", "false"),
        ("'14:34:28'.toTime()", "@T14:34:28"), ("'25:00'.toTime()", ""), ("'14'.convertsToTime()", "true"), ("'4 days'.toQuantity()", "4 'day'"),
        ("'4.5 \\'mg\\''.toQuantity()", "4.5 'mg'"), ("1.toQuantity()", "1 '1'"), ("'4 x y'.toQuantity()", ""), ("'1'.convertsToQuantity()", "true"),
        ("birthDate.toString()", "'1974-12-25'"), ("active.toString()", "'true'"), ("multipleBirth.toDecimal()", "2"), ("id.convertsToString()", "true")
    ]

    private static let numbers: [(String, String)] = [
        ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("7 / 2", "3.5"), ("6 / 2", "3"), ("1 / 3", "0.3333333333333333"), ("1 / 0", ""), ("7 div 2", "3"),
        ("(-7) div 2", "-3"),
        ("7 mod 2", "1"), ("1.5 mod 1", "0.5"), ("5 mod 0", ""), ("0.1 + 0.2", "0.3"), ("1.20 - 0.20", "1.00"), ("-1", "-1"), ("- -1", "1"), ("-1.5", "-1.5"),
        ("1 + {}", ""),
        ("9223372036854775807 + 1", ""), ("(-5).abs()", "5"), ("(-5.5).abs()", "5.5"), ("1.1.ceiling()", "2"), ("(-1.1).ceiling()", "-1"), ("1.9.floor()", "1"),
        ("(-1.1).floor()", "-2"), ("1.9.truncate()", "1"), ("(-1.9).truncate()", "-1"), ("1.256.round(2)", "1.26"), ("1.5.round()", "2"), ("(-1.5).round()", "-2"),
        ("9.sqrt()", "3.0"), ("(-1).sqrt()", ""), ("0.exp()", "1.0"), ("1.ln()", "0"), ("16.log(2)", "4.0"), ("2.power(3)", "8"), ("2.5.power(2)", "6.25"),
        ("(-1).power(0.5)", ""),
        ("1.0 = 1", "true"), ("1.00 = 1.0", "true"), ("1 = 1.1", "false"), ("1.5 > 1", "true"), ("2 >= 2", "true"), ("1 < {}", ""), ("4 'g' = 4000 'mg'", "true"),
        ("4 'g' = 4 'm'", ""), ("4 'g' > 3 'g'", "true"), ("1 'm' < 1 'km'", "true"), ("7 days = 1 week", "true"), ("3 'g' + 1 'g'", "4 'g'"), ("2 'g' * 2", "4 'g'"),
        ("4 'g' / 2 'g'", "2 '1'"), ("(5 'mg').abs()", "5 'mg'"), ("1 = 'a'", "false"), ("1.1 ~ 1.14", "true"), ("1 ~ 2", "false")
    ]

    private static let times: [(String, String)] = [
        ("@2012 = @2012", "true"), ("@2012 = @2012-01", ""), ("@2012 = @2013-01", "false"), ("@2012-01 != @2012", ""), ("@2012 ~ @2012-01", "false"),
        ("@2012-01-01 < @2012-01-02", "true"), ("@2012-01 < @2012-01-02", ""), ("@2012 < @2013-01-02", "true"),
        ("@2012-01-01T10:00:00Z = @2012-01-01T12:00:00+02:00", "true"), ("@2012-01-01T10:30 > @2012-01-01T10", ""),
        ("@2012-01-01T10:00:00.0 = @2012-01-01T10:00:00", "true"),
        ("@2012-01-01T10:00:00.1 > @2012-01-01T10:00:00", "true"), ("@T10:30 < @T11:00", "true"), ("@T10:30 = @T10:30:00", ""), ("@2012-01-31 + 1 month", "@2012-02-29"),
        ("@2016-02-29 + 1 year", "@2017-02-28"), ("@2016 + 18 months", "@2017"), ("@2012-01-01 - 1 day", "@2011-12-31"), ("@2012-01-01 + 1 week", "@2012-01-08"),
        ("@2012-01-01T23:30:00Z + 45 minutes", "@2012-01-02T00:15:00Z"), ("@T23:30 + 45 minutes", "@T00:15"), ("@2012-01-01T00:00:00Z + 1 's'", "@2012-01-01T00:00:01Z"),
        ("@9999-12-31 + 1 day", ""), ("now()", "@2026-03-08T14:30:00Z"), ("today()", "@2026-03-08"), ("timeOfDay()", "@T14:30:00"), ("birthDate < today()", "true"),
        ("birthDate = @1974-12-25", "true"), ("birthDate + 1 day", "@1974-12-26"), ("birthDate = '1974-12-25'", "true"), ("@2015T", "@2015T"),
        ("@2015-02-04T14", "@2015-02-04T14"),
        ("birthDate > @1974", "")
    ]

    private static let logic: [(String, String)] = [
        ("true and true", "true"), ("true and false", "false"), ("true and {}", ""), ("false and {}", "false"), ("{} and false", "false"), ("true or {}", "true"),
        ("{} or true", "true"),
        ("false or {}", ""), ("false or false", "false"), ("true xor false", "true"), ("true xor true", "false"), ("true xor {}", ""), ("true implies false", "false"),
        ("false implies {}", "true"), ("{} implies true", "true"), ("{} implies false", ""), ("true implies {}", ""), ("name.first() and true", "true"), ("1 = {}", ""),
        ("{} = {}", ""),
        ("{} ~ {}", "true"), ("{} != 1", ""), ("'a' ~ 'A'", "true"), ("'a  b' ~ ' A b'", "true"), ("'a' !~ 'b'", "true"), ("'a' = 'A'", "false"),
        ("true = active", "true"),
        ("(1 | 2) = (1 | 2)", "true"), ("(1 | 2) = (2 | 1)", "false"), ("(1 | 2) ~ (2 | 1)", "true"), ("(1 | 2) = 1", "false"), ("'a' < 'b'", "true"),
        ("true or 1 = 1 and false", "true"),
        ("deceased.exists() and Patient.deceased != false", "false"), ("name[0] = name[0]", "true"), ("name[0] = name[1]", "false"), ("name[0] ~ name[0]", "true")
    ]

    private static let sets: [(String, String)] = [
        ("1 | 2 | 1", "1, 2"), ("(1 | 2).union(2 | 3)", "1, 2, 3"), ("(1 | 2).combine(2 | 3)", "1, 2, 2, 3"), ("(1 | 2 | 3).intersect(2 | 4)", "2"),
        ("(1 | 2 | 3).exclude(2)", "1, 3"), ("(1 | 2).subsetOf(1 | 2 | 3)", "true"), ("(1 | 4).subsetOf(1 | 2 | 3)", "false"), ("(1 | 2 | 3).supersetOf(1 | 2)", "true"),
        ("{}.subsetOf(1)", "true"), ("1 in (1 | 2)", "true"), ("3 in (1 | 2)", "false"), ("{} in (1 | 2)", ""), ("1 in {}", "false"), ("(1 | 2) contains 2", "true"),
        ("{} contains 1", "false"), ("'male' in gender", "true"), ("gender in ('male' | 'female')", "true"),
        ("name.family | name.use.first()", #""Chalmers", "Windsor", "official""#),
        ("1.0 in (1 | 2)", "true"), ("name.where(use in ('usual' | 'official')).count()", "2")
    ]

    private static let types: [(String, String)] = [
        ("active is boolean", "true"), ("active is Boolean", "true"), ("active.is(System.Boolean)", "false"), ("active.is(FHIR.boolean)", "true"),
        ("1 is Integer", "true"),
        ("1 is System.Integer", "true"), ("1.0 is Decimal", "true"), ("'a' is String", "true"), ("@2012 is Date", "true"), ("@T10 is Time", "true"),
        ("1 'g' is Quantity", "true"),
        ("$this is Patient", "true"), ("$this is Resource", "true"), ("$this is Observation", "false"), ("gender is string", "true"), ("gender is code", "true"),
        ("id is Patient", "false"),
        ("{} is Patient", ""), ("deceased as boolean", "false"), ("deceased as dateTime", ""), ("(multipleBirth as integer) + 1", "3"),
        ("name.given.ofType(string).count()", "5"),
        ("contained.ofType(Organization).name", #""Contained""#), ("extension.value.ofType(Quantity).value", "5.40"), ("extension.value as string", #""first""#),
        ("multipleBirth.as(Integer)", "2")
    ]

    private static let fhir: [(String, String)] = [
        ("extension('http://x/one').value", #""first""#), ("extension('http://x/none')", ""),
        ("birthDate.extension('http://x/time').value.toString()", "'1974-12-25T14:35:45-05:00'"),
        ("hasExtension('http://x/one')", "true"), ("birthDate.hasExtension('http://x/one')", "false"), ("birthDate.hasValue()", "true"),
        ("maritalStatus.hasValue()", "false"),
        ("name.given.last().hasValue()", "false"), ("name.hasValue()", "false"), ("birthDate.getValue()", "@1974-12-25"), ("name.given.last().getValue()", ""),
        ("managingOrganization.resolve().name", #""Contained""#), ("managingOrganization.where(resolve() is Organization).reference", ##""#o1""##),
        ("generalPractitioner.where(resolve() is Practitioner).count()", "2"), ("generalPractitioner.resolve()", "<Practitioner>, <Organization>, <Practitioner>"),
        ("text.div.htmlChecks()", "true"), ("'<div><script>x</script></div>'.htmlChecks()", "false"), ("'<div>a'.htmlChecks()", "false"),
        ("'<div>a<br/>&amp;</div>'.htmlChecks()", "true"), ("'<div>  </div>'.htmlChecks()", "false"), ("'<div onclick=\"x\">a</div>'.htmlChecks()", "false"),
        ("gender.memberOf('http://hl7.org/fhir/ValueSet/known')", "true"), ("'x'.memberOf(%'vs-known')", "false"), ("gender.memberOf('http://other')", ""),
        ("conformsTo('http://hl7.org/fhir/StructureDefinition/Patient')", "true"), ("conformsTo('http://hl7.org/fhir/StructureDefinition/Group')", "false"),
        ("conformsTo('http://x')", ""),
        ("extension.value.where($this is Quantity) < 6 'mg'", "true")
    ]

    static let ofObservation: [(String, String)] = [
        ("Observation.value", #"{"value":185,"unit":"lbs","system":"http://unitsofmeasure.org","code":"[lb_av]"}"#), ("value.unit", #""lbs""#), ("valueQuantity", ""),
        ("(Observation.value as Quantity).value", "185"), ("value.as(string)", ""), ("component.value.count()", "3"), ("(component.value as Quantity).value", "107, 60"),
        ("component.value.ofType(string)", #""n/a""#), ("component.where(value is string).code.text", #""none""#), ("value > 100 '[lb_av]'", "true"),
        ("effective > @2026-03-08T13:00:00Z", "true"), ("issued > effective", "true"), ("issued - 1 hour", "@2026-03-08T13:30:00.250Z"),
        ("effective is dateTime", "true"),
        ("referenceRange.low <= referenceRange.high", "true"), ("component.code.where(coding.intersect(%resource.code.coding).exists()).empty()", "true"),
        ("code.coding.where(system = %loinc).code", #""85354-9""#), ("subject.where(resolve() is Patient).reference", #""Patient/p1""#),
        ("dataAbsentReason.empty() or value.empty()", "true"), ("component.code.coding.code.exists($this.startsWith('84'))", "true"),
        ("component.select(code.coding.code & code.text)", "'8480-6', '8462-4', 'none'"), ("component.value.ofType(Quantity).value.aggregate($this + $total, 0)", "167"),
        ("component.all(value.exists() xor dataAbsentReason.exists())", "true"), ("descendants().ofType(Quantity).count()", "6"),
        ("referenceRange.age.low.value", "3"), ("code.coding.count() > 1 and code.coding.all(code.exists())", "true"),
        ("component.first().value = component[0].value", "true"),
        ("status in ('final' | 'amended')", "true"), ("component.code.coding.code.isDistinct()", "true")
    ]

    static let wrong: [(String, FHIRPathError)] = [
        ("", .syntax(offset: 0, expected: "an expression")), ("a.", .syntax(offset: 2, expected: "a name")),
        ("a b", .syntax(offset: 2, expected: "an operator, or the end")),
        ("(a", .syntax(offset: 2, expected: ")")), ("a[1", .syntax(offset: 3, expected: "]")), ("'a", .syntax(offset: 0, expected: "the end of what is in quotes")),
        ("/* a", .syntax(offset: 0, expected: "the end of a comment")), ("a ; b", .syntax(offset: 2, expected: "an expression")),
        ("$that", .syntax(offset: 0, expected: "$this, $index or $total")),
        ("@2012-02-30", .syntax(offset: 0, expected: "a date or a time")), ("foo()", .unknownFunction("foo")), ("a.first(1)", .wrongArguments(function: "first")),
        ("a.where()", .wrongArguments(function: "where")), ("a.iif(true)", .wrongArguments(function: "iif")), ("{a}", .syntax(offset: 1, expected: "}")),
        ("1 +", .syntax(offset: 3, expected: "an expression")), ("a is", .syntax(offset: 4, expected: "a name")),
        ("'\\u12'", .syntax(offset: 3, expected: "four hexadecimal digits")),
        ("1234567890123456789012345678901234567890", .syntax(offset: 0, expected: "a number of at most 38 digits"))
    ]

    static let failing: [(String, FHIRPathError)] = [
        ("name.single()", .notSingle("single()")), ("name.given.upper()", .notSingle("upper")), ("name and true", .notSingle("a condition")),
        ("1 + 'a'", .wrongType("+")),
        ("1 < 'a'", .wrongType("a comparison")), ("-'a'", .wrongType("-")), ("%nobody", .unknownVariable("nobody")), ("'a'.matches('(')", .badPattern),
        ("'a'.matches('(?=a)')", .badPattern),
        ("name[name.use]", .notSingle("[]")), ("id.skip('a')", .wrongType("skip()")), ("active.length()", .wrongType("length")), ("(1 | 2) in (1 | 2)", .notSingle("in")),
        ("@2012 + 1 'mg'", .wrongType("a date's duration")), ("1.round(-1)", .wrongType("round()"))
    ]
}
