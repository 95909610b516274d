import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenBecause, found, matchesBelow, pattern, plan } from '../../../../dashboard/src/main/web/tree/transform.js';
import { evaluate, ofWholeNodes } from '../../../../dashboard/src/main/web/tree/tree.js';
import { drawn, lines, shown, text, treeOf } from './drawn.js';

const HEAT = `
    main 1
      step 2
        stencil 8
          copy 1
        halo 1
          copy 3
      write 4
        copy 2`;

test('without transforms the tree is as answered', () => {
    assert.equal(text(shown(drawn(HEAT))), lines`
        main 22 1
          step 15 2
            stencil 9 8
              copy 1 1
            halo 4 1
              copy 3 3
          write 6 4
            copy 2 2`);
});

test('merge gives the cost of a frame to its caller and keeps the total', () => {
    assert.equal(text(shown(drawn(HEAT), { kind: 'merge', what: { name: 'copy' } })), lines`
        main 22 1
          step 15 2
            stencil 9 9
            halo 4 4
          write 6 6`);
});

test('callees of a merged frame move up and join callees of the same frame', () => {
    assert.equal(text(shown(drawn(HEAT), { kind: 'merge', what: { path: ['main', 'step'] } }, { kind: 'merge', what: { name: 'halo' } })), lines`
        main 22 4
          stencil 9 8
            copy 1 1
          copy 3 3
          write 6 4
            copy 2 2`);
});

test('a recursive frame that is merged counts every call once', () => {
    const recursive = drawn(`
        main 1
          fib 2
            fib 4
              fib 8
            add 16`);
    assert.equal(text(shown(recursive, { kind: 'merge', what: { name: 'fib' } })), lines`
        main 31 15
          add 16 16`);
});

test('a root has no caller to merge into and stays', () => {
    assert.equal(text(shown(drawn('main 1\n  a 2'), { kind: 'merge', what: { name: 'main' } })), 'main 3 1\n  a 2 2');
});

test('hide takes a subtree out and its cost with it', () => {
    const tree = shown(drawn(HEAT), { kind: 'hide', what: { path: ['main', 'step'] } });
    assert.equal(text(tree), lines`
        main 7 1
          write 6 4
            copy 2 2`);
    assert.equal(tree.dropped, 15);
});

test('hide of a recursive frame takes the outermost call out once', () => {
    const tree = shown(drawn('main 1\n  f 2\n    f 4\n  g 8'), { kind: 'hide', what: { name: 'f' } });
    assert.equal(text(tree), 'main 9 1\n  g 8 8');
    assert.equal(tree.dropped, 6);
});

test('focus on a call path makes it the root', () => {
    const tree = shown(drawn(HEAT), { kind: 'focus', what: { path: ['main', 'step', 'halo'] } });
    assert.equal(text(tree), 'halo 4 1\n  copy 3 3');
    assert.equal(tree.dropped, 18);
});

test('focus on a call path leaves apart what stands apart below it', () => {
    const tree = treeOf([-1, 0, 1, 1, 0], [0, 1, 2, 2, 1], ['main', 'step', 'loop'], [1, 2, 4, 8, 16]);
    assert.equal(text(shown(tree, { kind: 'focus', what: { path: ['main', 'step'] } })), 'step 14 2\n  loop 4 4\n  loop 8 8');
});

test('cost below zero stays in the total of callers', () => {
    const tree = shown(drawn('main -1\n  a 2\n    c 0'), { kind: 'invert', what: null });
    assert.equal(text(tree), 'main -1 -1\na 2 2\n  main 2 0');
});

test('focus on a name joins all its calls to one root', () => {
    assert.equal(text(shown(drawn(HEAT), { kind: 'focus', what: { name: 'copy' } })), 'copy 6 6');
});

test('focus on a recursive name keeps inner calls inside', () => {
    assert.equal(text(shown(drawn('main 1\n  f 2\n    g 3\n      f 4\n  f 8'), { kind: 'focus', what: { name: 'f' } })), lines`
        f 17 10
          g 7 3
            f 4 4`);
});

test('collapse turns a subtree into a leaf that holds all of it', () => {
    assert.equal(text(shown(drawn(HEAT), { kind: 'collapse', what: { name: 'step' } })), lines`
        main 22 1
          step 15 15
          write 6 4
            copy 2 2`);
});

test('invert lists functions by their own cost with callers below and keeps the total', () => {
    const tree = shown(drawn('main 1\n  a 2\n    c 4\n  b 0\n    c 8'), { kind: 'invert', what: null });
    assert.equal(text(tree), lines`
        main 1 1
        a 2 2
          main 2 0
        c 12 12
          a 4 0
            main 4 0
          b 8 0
            main 8 0`);
});

test('invert of recursion counts each call once', () => {
    const tree = shown(drawn('f 1\n  f 2\n    f 4'), { kind: 'invert', what: null });
    assert.equal(text(tree), lines`
        f 7 7
          f 6 0
            f 4 0`);
});

test('invert comes last wherever it stands', () => {
    const first = shown(drawn(HEAT), { kind: 'invert', what: null }, { kind: 'merge', what: { name: 'copy' } });
    const last = shown(drawn(HEAT), { kind: 'merge', what: { name: 'copy' } }, { kind: 'invert', what: null });
    assert.equal(text(first), text(last));
    assert.equal(last.inverted, true);
});

test('later transforms speak of the tree that earlier ones left', () => {
    const tree = shown(drawn(HEAT), { kind: 'focus', what: { path: ['main', 'step'] } }, { kind: 'hide', what: { path: ['step', 'halo'] } });
    assert.equal(text(tree), lines`
        step 11 2
          stencil 9 8
            copy 1 1`);
});

test('a path that is not there changes nothing', () => {
    assert.equal(text(shown(drawn(HEAT), { kind: 'hide', what: { path: ['main', 'nowhere'] } })), text(shown(drawn(HEAT))));
});

test('a transform by pattern takes all matching frames', () => {
    assert.equal(text(shown(drawn(HEAT), { kind: 'merge', what: { match: '/^(copy|halo)$/' } })), lines`
        main 22 1
          step 15 6
            stencil 9 9
          write 6 6`);
});

test('rows ask for the nodes whose values make them up', () => {
    const heat = drawn(HEAT);
    const merged = shown(heat, { kind: 'merge', what: { name: 'copy' } });
    assert.deepEqual(merged.request(2, 'inclusive'), { nodes: Int32Array.of(2), scope: 'inclusive' });
    assert.deepEqual(merged.request(2, 'exclusive'), { nodes: Int32Array.of(2, 3), scope: 'exclusive' });
    const hidden = shown(heat, { kind: 'hide', what: { name: 'stencil' } });
    assert.deepEqual(hidden.request(1, 'inclusive'), { nodes: Int32Array.of(1, 4, 5), scope: 'exclusive' });
    const collapsed = shown(heat, { kind: 'collapse', what: { name: 'step' } });
    assert.deepEqual(collapsed.request(1, 'exclusive'), { nodes: Int32Array.of(1), scope: 'inclusive' });
    const inverted = shown(heat, { kind: 'invert', what: null });
    assert.deepEqual(inverted.request(3, 'inclusive'), { nodes: Int32Array.of(2), scope: 'exclusive' });
    assert.deepEqual(shown(heat).request(-1, 'inclusive'), { nodes: Int32Array.of(0), scope: 'inclusive' });
});

test('a maximum over ranks stays as answered where whole subtrees remain', () => {
    const { base, values } = drawn('main 1\n  a 5\n  b 5');
    const slowest = { ...values, inclusive: Float64Array.of(8, 5, 5), exact: false }; // a and b are slow on different ranks
    const merge = plan(base, [{ kind: 'merge', what: { name: 'b' } }]);
    const tree = evaluate(base, merge, slowest);
    assert.equal(tree.inclusive[0], 8);
    assert.equal(tree.bound, true);
    const hide = plan(base, [{ kind: 'hide', what: { name: 'b' } }]);
    assert.equal(evaluate(base, hide, slowest).inclusive[0], 6);
});

test('a reading at a point is not added up', () => {
    const { base, values } = drawn('main 7\n  a 7\n  b 9');
    const readings = { ...values, inclusive: values.exclusive, additive: false };
    const tree = evaluate(base, plan(base, [{ kind: 'merge', what: { name: 'a' } }]), readings);
    assert.deepEqual([...tree.inclusive], [7, 9]);
});

test('what an answer left out below a row stays in the sums of its callers', () => {
    const { base, values } = drawn('main 1\n  a 2\n  b 4');
    base.hidden[1] = 10;
    values.inclusive[1] = 12; // ten nodes of together 10 were left out below a
    values.inclusive[0] = 17;
    const hide = evaluate(base, plan(base, [{ kind: 'hide', what: { name: 'b' } }]), values);
    assert.deepEqual([...hide.inclusive], [13, 12]);
    assert.deepEqual([...hide.hidden], [0, 10]);
    const invert = evaluate(base, plan(base, [{ kind: 'invert', what: null }]), values);
    assert.equal(invert.inclusive.filter((_, row) => invert.parent[row] < 0).reduce((a, b) => a + b), 17);
});

test('missing values add nothing and stay missing where nothing else is', () => {
    const { base, values } = drawn('main NaN\n  a NaN\n  b 2');
    values.inclusive.set([2, NaN, 2]);
    const tree = evaluate(base, plan(base, [{ kind: 'merge', what: { name: 'a' } }]), values);
    assert.deepEqual([...tree.inclusive], [2, 2]);
    assert.deepEqual([...tree.exclusive], [NaN, 2]);
});

test('imbalance and elapsed time are known only where a row still is one node with all below it', () => {
    const { base } = drawn(HEAT);
    const hidden = plan(base, [{ kind: 'hide', what: { name: 'halo' } }], () => true);
    const ofNodes = new Float64Array(base.length).fill(1.5);
    assert.deepEqual([...ofWholeNodes(hidden, ofNodes, true)], [NaN, NaN, 1.5, 1.5, 1.5, 1.5]);
    assert.deepEqual([...ofWholeNodes(hidden, ofNodes, true, 'exclusive')], [1.5, 1.5, 1.5, 1.5, 1.5, 1.5], 'what a node does itself is not less without a callee');
    const inverted = plan(base, [{ kind: 'invert', what: null }], () => true);
    assert.ok(ofWholeNodes(inverted, ofNodes, true, 'exclusive').every(Number.isNaN));
});

test('search finds text in any case, and regular expressions between slashes', () => {
    const { base } = drawn('main 1\n  MPI_Send 2\n  mpi_recv 3');
    assert.deepEqual([...found(base, 'mpi').matches], [1, 2]);
    assert.deepEqual([...found(base, '/^mpi_r|n$/').matches], [0, 2]);
    assert.deepEqual([...found(base, 'a+b').matches], []);
    assert.equal(found(base, ''), null);
});

test('a broken expression is searched for as text', () => {
    assert.ok(pattern('/(/').test('x/(/y'));
    assert.ok(!pattern('/(/').test('xy'));
    assert.deepEqual(['/^MPI_(Wait|Iall/', '/a|b/', '/(', '(', ''].map(brokenBecause), ['Unterminated group', null, null, null, null]);
});

test('a closed row tells how many matches are inside', () => {
    const { base } = drawn('main 1\n  a 2\n    x 1\n    x 1\n  x 3');
    const { matches } = found(base, 'x');
    assert.deepEqual([0, 1, 2, 4].map((row) => matchesBelow(base, matches, row)), [3, 2, 0, 0]);
});
