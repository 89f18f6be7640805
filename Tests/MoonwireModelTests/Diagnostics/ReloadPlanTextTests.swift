import MoonwireModel
import MoonwireValues
import Testing

@Suite struct ReloadPlanTextTests {
    private func changes(_ count: Int, before: Bool = true, after: Bool = true) -> [ReloadPlan.Change] {
        (0..<count).map { number in
            let location = ScriptLocation(file: "a.lua", line: number + 1)
            return ReloadPlan.Change(name: "s\(number)", before: before ? location : nil, after: after ? location : nil)
        }
    }

    @Test func twentyChangesAreShown() {
        var plan = ReloadPlan()
        plan.added = changes(20, before: false)
        plan.kept = (0..<20).map { "k\($0)" }
        let lines = plan.description.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines[19] == "+ service \"s19\" (a.lua:20)")
        #expect(lines[20].hasSuffix(", k18, k19"))
    }

    @Test func moreChangesAreCounted() {
        var plan = ReloadPlan()
        plan.added = changes(21, before: false)
        plan.removed = changes(2_000, after: false)
        plan.changed = changes(2_000)
        plan.parameters = changes(2_000)
        let ids = (0..<2_000).map { "s\($0)" }
        plan.kept = ids
        plan.reapplied = ids
        plan.replaced = ids.map { ReloadPlan.Replacement(id: $0, reason: .changed, through: ids) }
        let lines = plan.description.split(separator: "\n").map(String.init)
        #expect(lines.count == 5 * 21 + 2)
        #expect(lines[19...20] == ["+ service \"s19\" (a.lua:20)", "+ … and 1 more service"])
        #expect(lines[41] == "- … and 1980 more services")
        #expect(lines[62] == "~ … and 1980 more services")
        #expect(lines[83] == "~ … and 1980 more parameters")
        #expect(lines[84].hasPrefix("replaced: s0 (changed: s0 -> s1 -> "))
        #expect(lines[84].hasSuffix(" -> s1998 -> s1999)"))
        #expect(lines[104] == "replaced: … and 1980 more instances")
        #expect(lines[105].hasPrefix("applied again: s0, s1, "))
        #expect(lines[106].hasSuffix(", s18, s19, … and 1980 more"))
        #expect(plan.description.utf8.count < 12_000)
    }
}
