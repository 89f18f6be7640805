package import MoonwireModel

/// A rule as a script would give it.
package func inject(
    _ target: InjectionRule.Target, _ value: WiredValue, force: Bool = false, _ options: InjectionOptions = [],
    line: Int? = nil
) -> InjectionRule {
    InjectionRule(target, .value(value), force ? options.union(.force) : options, origin: Origin(line.map(at)))
}

/// A rule that leaves slots alone.
package func skip(_ target: InjectionRule.Target, line: Int? = nil) -> InjectionRule {
    InjectionRule(target, .skip, origin: Origin(line.map(at)))
}
