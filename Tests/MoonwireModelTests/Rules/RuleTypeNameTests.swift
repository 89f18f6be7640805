import MoonwireModel
import Testing

/// The one form in which the names of types are compared.
@Suite struct RuleTypeNameTests {
    @Test(arguments: [
        ("Engine", "Engine"), (" Engine\t", "Engine"), ("Pair<One, Two>", "Pair<One, Two>"),
        ("Pair<One,Two>", "Pair<One, Two>"), ("Pair<One,  Two>", "Pair<One, Two>"),
        ("Pair<One , Two>", "Pair<One, Two>"),
        ("[String:Int]", "[String: Int]"), ("[String: [Int]]", "[String: [Int]]"), ("[any Driving]", "[Driving]"),
        ("Pair<One, any Driving>", "Pair<One, Driving>"), ("any Driving", "any Driving"),
        ("Repository<Model == Item>", "Repository<Item>"), ("Engine:", "Engine"), ("", ""),
    ])
    func namesHaveOneForm(written: String, plain: String) {
        #expect(RuleTypeName.plain(written) == plain)
        #expect(RuleTypeName.plain(plain) == plain)
    }
}
