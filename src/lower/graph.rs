//! Graph algorithms on names. Each function is linear and uses an explicit stack, because a chain of references can be
//! long.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashSet, HashSetExt};

/// The names that each name leads to.
pub type Graph<'a> = BTreeMap<&'a str, Vec<&'a str>>;

/// Sorts the names and everything that they lead to, dependencies first as far as there is no cycle. The search is
/// depth first from each name in turn.
pub fn after_their_uses<'a>(names: impl Iterator<Item = &'a str>, graph: &Graph<'a>) -> Vec<&'a str> {
    let mut sorted = Vec::new();
    let mut seen = HashSet::new();
    let none = Vec::new();
    for name in names {
        let mut stack = Vec::new();
        if seen.insert(name) {
            stack.push((name, graph.get(name).unwrap_or(&none).iter()));
        }
        while let Some((name, rest)) = stack.last_mut() {
            match rest.next() {
                Some(next) if seen.insert(*next) => stack.push((*next, graph.get(next).unwrap_or(&none).iter())),
                Some(_) => {}
                None => {
                    sorted.push(*name);
                    stack.pop();
                }
            }
        }
    }
    sorted
}

/// Returns the name and everything that it leads to, except names in `seen`.
pub fn reached<'a>(name: &'a str, graph: &Graph<'a>, seen: &mut HashSet<&'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        if seen.insert(name) {
            found.push(name);
            open.extend(graph.get(name).into_iter().flatten());
        }
    }
    found
}

/// Returns the names that lead back to themselves.
pub fn on_cycles<'a>(graph: &Graph<'a>) -> BTreeSet<&'a str> {
    cycles(graph).concat().into_iter().collect()
}

/// Returns the names that lead back to themselves, grouped by cycle: every strongly connected component with an edge
/// (algorithm of Kosaraju and Sharir).
pub fn cycles<'a>(graph: &Graph<'a>) -> Vec<Vec<&'a str>> {
    let mut back = Graph::new();
    for (name, all) in graph {
        all.iter().for_each(|next| back.entry(next).or_default().push(name));
    }
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for name in after_their_uses(graph.keys().copied(), graph).into_iter().rev() {
        let component = reached(name, &back, &mut seen);
        if component.len() > 1 || (component.len() == 1 && graph.get(name).is_some_and(|all| all.contains(&name))) {
            found.push(component);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_two_cycles_is_on_none() {
        let ways = ["a b", "b a c", "c d", "d e", "e e", "f c", "g h", "h i", "i g"];
        let graph = ways.iter().map(|way| {
            let mut names = way.split(' ');
            (names.next().unwrap_or_default(), names.collect())
        });
        assert_eq!(on_cycles(&graph.collect()), BTreeSet::from(["a", "b", "e", "g", "h", "i"]));
    }

    #[test]
    fn a_chain_may_be_long() {
        let names: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
        let mut graph: Graph = names.windows(2).map(|pair| (pair[0].as_str(), vec![pair[1].as_str()])).collect();
        assert_eq!(on_cycles(&graph), BTreeSet::new());
        graph.insert("99999", vec!["0"]);
        assert_eq!(on_cycles(&graph).len(), names.len());
    }
}
